// A process that asks a database and is killed while it waits: node orphan-query.ts PLACE SQL
import { databaseQuery } from '../../src/tools/sql/database-query.ts';
import { sqlCall } from './sql-call.ts';

const [, , place = '', sql = ''] = process.argv;
await databaseQuery({ databases: { only: place } }).run(sqlCall({ sql }));
