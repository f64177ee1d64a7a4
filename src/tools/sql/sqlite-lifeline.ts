// A thread that ends its process, in the middle of whatever SQLite does: when the pipe ends that the parent holds open, which
// means that the parent is gone, however it went; and when memory grows beyond what any honest query needs. SQLite has limits
// of its own for that, which the build of Node leaves out.
import { read } from 'node:fs';

const MAX_BYTES = 512 * 1024 * 1024;
const LOOK_MS = 50;

const end = (): void => void process.kill(process.pid, 'SIGKILL');

read(0, new Uint8Array(1), 0, 1, null, end);
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) end();
}, LOOK_MS);
