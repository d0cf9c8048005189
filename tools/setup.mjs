// Runs on any Node >= 18, before every npm command: installs what the lock file names when that has not been
// done yet, and says so when this machine cannot be served. The scripts after it find Node 24 first in their
// PATH, because npm puts node_modules/.bin there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const at = (path) => new URL(path, root)
const expected = createHash('sha256')
  .update(readFileSync(at('package-lock.json')))
  .digest('hex')
const stamp = at('node_modules/.installed')
const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === expected

if (!installed) {
  const npm = process.env.npm_execpath
  if (!npm) fail('Start through npm: `npm start` or `npm test`.')
  console.error('Installing Ekran (Node 24, PostgreSQL, ffmpeg and the rest come as npm packages)…')
  const beganAt = Date.now()
  const { status } = spawnSync(process.execPath, [npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0)
    fail('The installation did not finish. Is the npm registry reachable? Then run the same command again.')
  writeFileSync(stamp, expected)
  console.error(`Installed in ${((Date.now() - beganAt) / 1000).toFixed(1)} s.`)
}

const own = at('node_modules/.bin/node')
if (!existsSync(own) && Number(process.versions.node.split('.')[0]) < 24)
  fail(
    `Ekran needs Node 24, and npm has no Node 24 package for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  )

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
