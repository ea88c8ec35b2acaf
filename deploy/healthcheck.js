import { connect } from 'node:net';

// HEALTHCHECK of the image. A container runs one role, so it is healthy when one of the roles answers: the API or a worker
// at /healthz, the FTP server by accepting a connection.

const LIMIT_MS = 4_000;

/** @param {string | undefined} port */
async function answersHttp(port) {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

/** @param {number} port */
function accepts(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: LIMIT_MS }, () => resolve(socket.destroy()));
    socket.once('error', reject).once('timeout', () => reject(new Error('timeout')));
  });
}

const { PORT, METRICS_PORT, FTP_PORT = '2121' } = process.env;
Promise.any([answersHttp(PORT), answersHttp(METRICS_PORT), accepts(Number(FTP_PORT))]).then(
  () => process.exit(0),
  () => process.exit(1),
);
