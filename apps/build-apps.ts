/** `npm run apps`: builds the packages for televisions and the projects for phones, with their sizes and checksums. */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packAndroid } from './android/android-project.ts'
import { googleServicesProblem } from './android/google-services.ts'
import { packIos } from './ios/ios-project.ts'
import { pushServiceOf, readOptions, type AppOptions, type AppTarget } from './package/app-options.ts'
import { buildAppClient, copyClient } from './package/build-client.ts'
import { packTizen } from './tizen/tizen-package.ts'
import { packWebos } from './webos/webos-package.ts'

const pack: Readonly<Record<AppTarget, typeof packWebos>> = {
  webos: packWebos,
  tizen: packTizen,
  android: packAndroid,
  ios: packIos,
}

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
}
const read = readOptions(process.argv.slice(2), manifest.version)
if (read.kind === 'help') console.log(read.text)
else if (read.kind === 'refused') {
  console.error(read.problems.join('\n'))
  process.exitCode = 2
} else {
  const problem = await googleServicesProblem(read.options)
  if (problem === null) await buildApps(read.options)
  else {
    console.error(problem)
    process.exitCode = 2
  }
}

async function buildApps(options: AppOptions): Promise<void> {
  const outDir = resolve(root, options.outDir)
  const work = join(outDir, '.work')
  const client = join(work, 'client')
  console.log('Building the client for apps…')
  await buildAppClient(client)
  const lines: string[] = []
  for (const target of options.targets) {
    console.log(`Packing for ${target}…`)
    const dir = join(work, target)
    const { name, version, server } = options
    const push = pushServiceOf(options, target)
    const own = { ...(server === null ? {} : { server }), ...(push === undefined ? {} : { push }) }
    await copyClient(client, dir, { platform: target, name, version, builtAtMs: Date.now(), ...own })
    await rm(join(outDir, target), { recursive: true, force: true })
    lines.push(await describe(await pack[target](dir, join(outDir, target), options), outDir))
  }
  await rm(work, { recursive: true, force: true })
  await writeFile(join(outDir, 'SHA256SUMS'), `${lines.join('\n')}\n`)
}

/** A line of `SHA256SUMS`; also prints what was built. */
async function describe(file: string, outDir: string): Promise<string> {
  const bytes = await readFile(file)
  const sum = createHash('sha256').update(bytes).digest('hex')
  console.log(`  ${basename(file)}: ${(bytes.length / 1_000_000).toFixed(1)} MB`)
  return `${sum}  ${relative(outDir, file)}`
}
