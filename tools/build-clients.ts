/**
 * Builds the server, the site and the console into `dist`, where they are not current: `npm run build`. A start does the same;
 * after this it can run from a folder that it cannot write to.
 */
import { fileURLToPath } from 'node:url'
import { ensureServerBuild } from '#server/platform/server-build/build-server.ts'
import { ensureConsole, ensureWebClient } from '#server/platform/web-client/web-client.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// The server may run as another user than the one who installs it.
process.umask(0o022)
await ensureServerBuild(root, () => console.log('Building the server…')).catch((error: unknown) =>
  console.error('The server could not be built and runs from its sources:', error),
)
const site = await ensureWebClient(root, () => console.log('Building the site…'))
const operators = await ensureConsole(root, () => console.log('Building the console…'))
const isThere = site.kind !== 'absent' && operators.kind !== 'absent'
console.log(
  isThere
    ? 'The site and the console are in dist.'
    : 'The sources of the site or of the console are missing.',
)
process.exitCode = isThere ? 0 : 1
