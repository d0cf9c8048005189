/**
 * Samsung: a `.wgt` for Tizen TV 5.5 and newer. It is a zip with `config.xml`; Samsung's `tizen package` signs it with the
 * operator's own certificate. https://developer.samsung.com/smarttv/develop/guides/fundamentals/configuring-tv-applications.html
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { AppOptions } from '#apps/package/app-options.ts'
import { drawPicture } from '#apps/package/icons.ts'
import { smartHubPreviewPath } from '#contract/site/smart-hub.ts'

/** Each with the client's use of it; a store rejects more. */
const privileges: Readonly<Record<string, string>> = {
  'http://tizen.org/privilege/internet': 'the server and its media',
  'http://tizen.org/privilege/tv.inputdevice': 'channel, colour and media keys of the remote',
  'http://tizen.org/privilege/application.launch': 'leaving the app, links into it',
  'http://developer.samsung.com/privilege/productinfo': 'model and firmware in reports',
  'http://developer.samsung.com/privilege/avplay': "the set's own player, where Media Source is poor",
}

/** Tizen identifies an app by ten letters and digits, computed from the id; the same id gives the same result. */
export function tizenPackageId(id: string): string {
  let hash = 0n
  for (const character of id) hash = (hash * 131n + BigInt(character.codePointAt(0) ?? 0)) % 36n ** 10n
  const text = hash.toString(36).padStart(10, '0')
  // The first is a letter.
  return text.replace(/^\d/, (digit) => 'abcdefghij'[Number(digit)] ?? 'a')
}

function escaped(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (one) => named[one] ?? one)
}

/**
 * The row of tiles under the app's icon on the set's home screen, which the server writes; a running app is not loaded
 * again when a tile is pressed. An app without a server of its own has none.
 */
function previewOf({ server }: AppOptions): { readonly control: string; readonly metadata: string } {
  if (server === null) return { control: '', metadata: '' }
  const address = escaped(`${server}${smartHubPreviewPath}`)
  return {
    control: `  <tizen:app-control>
    <tizen:src name="index.html" reload="disable"/>
    <tizen:operation name="http://samsung.com/appcontrol/operation/eden_resume"/>
  </tizen:app-control>
`,
    metadata: `  <tizen:metadata key="http://samsung.com/tv/metadata/use.preview" value="endpoint_URL=${address}"/>
`,
  }
}

/** The manifest. Only the operator's server may be accessed when it is set. */
export function tizenConfig(options: AppOptions): string {
  const { id, name, vendor, version, server } = options
  const preview = previewOf(options)
  const packageId = tizenPackageId(id)
  const lines = Object.keys(privileges).map((one) => `  <tizen:privilege name="${one}"/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<widget xmlns="http://www.w3.org/ns/widgets" xmlns:tizen="http://tizen.org/ns/widgets" id="https://${escaped(id.split('.').toReversed().join('.'))}" version="${version}" viewmodes="maximized">
  <access origin="${server === null ? '*' : escaped(server)}" subdomains="true"/>
  <tizen:application id="${packageId}.Ekran" package="${packageId}" required_version="5.5"/>
${preview.control}  <author>${escaped(vendor)}</author>
  <content src="index.html"/>
  <feature name="http://tizen.org/feature/screen.size.all"/>
  <icon src="icon.png"/>
  <name>${escaped(name)}</name>
${preview.metadata}${lines.join('\n')}
  <tizen:profile name="tv-samsung"/>
  <tizen:setting screen-orientation="landscape" context-menu="disable" background-support="disable" encryption="disable" install-location="auto" hwkey-event="enable"/>
</widget>
`
}

/** Where a set puts the page's access to `webapis`: without it there is neither model nor screen saver nor AVPlay. */
const webapisScript = '<script src="$WEBAPIS/webapis/webapis.js"></script>'

/** The client's page with the set's own script before the client's. */
export function withWebapis(html: string): string {
  const at = html.indexOf('<script')
  if (at < 0) throw new Error('the page of the client has no script')
  return `${html.slice(0, at)}${webapisScript}\n    ${html.slice(at)}`
}

/**
 * Adds the files Tizen requires to the client in `dir`, and packs it into `outDir`, unsigned. Returns the file's path.
 */
export async function packTizen(dir: string, outDir: string, options: AppOptions): Promise<string> {
  await mkdir(outDir, { recursive: true })
  const page = join(dir, 'index.html')
  await writeFile(page, withWebapis(await readFile(page, 'utf8')))
  await writeFile(join(dir, 'config.xml'), tizenConfig(options))
  await writeFile(join(dir, 'icon.png'), await drawPicture({ width: 512, height: 423, share: 0.7 }))
  const path = join(outDir, `${options.name.replace(/[^\p{L}\d-]+/gu, '-')}-${options.version}.wgt`)
  const zip = new ZipFile()
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // The same files give the same package, byte for byte.
  const mtime = new Date(Date.UTC(2020, 0, 1))
  for (const file of files.toSorted()) zip.addFile(file, relative(dir, file), { mtime, mode: 0o100644 })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}
