// Which services the tests may use. One that is absent is skipped visibly on a developer's machine and missed loudly in CI;
// .ci/run names in MUSTER_TEST_WITHOUT what the machine does not have.
import { Client } from 'pg';

const POSTGRES = process.env['MUSTER_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** The address of a PostgreSQL server that answers, or undefined. Throws in CI where it must be there. */
export async function findPostgres(): Promise<string | undefined> {
  const client = new Client({ connectionString: POSTGRES, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    await client.end();
    return POSTGRES;
  } catch (error) {
    if (isRequired('PostgreSQL')) throw new Error(`PostgreSQL must answer in CI: ${POSTGRES}. Start it, or name another with MUSTER_TEST_POSTGRES.`, { cause: error });
    return undefined;
  }
}

const isRequired = (service: string): boolean => process.env['CI'] === 'true' && !(process.env['MUSTER_TEST_WITHOUT'] ?? '').split(' ').includes(service);
