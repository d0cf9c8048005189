/**
 * Android phones, tablets and Android TV: one Gradle project for all. The package knows at its start on which of them it
 * runs (`MainActivity.java`) and then declares itself as `android` or `androidtv`.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linkHostOf, mayUsePlainHttp, versionCodeOf, type AppOptions } from '#apps/package/app-options.ts'
import { declareApp } from '#apps/package/build-client.ts'
import { drawPicture, type Picture } from '#apps/package/icons.ts'
import { archiveName, packProject, stageProject, synchronise } from '#apps/phones/stage-project.ts'

/** Stands for no host: the reserved domain never resolves, so no link opens the app. */
const noHost = 'app.invalid'
const resources = 'android/app/src/main/res'
/** What a television's package declares about itself; see `MainActivity.java`. */
export const televisionScript = 'app-package-television.js'

/** Pixels of a launcher icon for one density-independent pixel. */
const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const

/** Every picture of the package: its file below `res` and its size. */
export function androidPictures(): Readonly<Record<string, Picture>> {
  const square = (size: number, share: number) => ({ width: size, height: size, share })
  const icons = Object.entries(densities).flatMap(([density, scale]) => [
    [`mipmap-${density}/ic_launcher.png`, square(48 * scale, 0.7)],
    [`mipmap-${density}/ic_launcher_round.png`, square(48 * scale, 0.6)],
    // An adaptive icon is cut to any shape within its middle two thirds.
    [`mipmap-${density}/ic_launcher_foreground.png`, square(108 * scale, 0.42)],
  ])
  return Object.fromEntries([
    ...icons,
    ['drawable-xxhdpi/splash_icon.png', square(864, 0.42)],
    ['drawable-xhdpi/banner.png', { width: 320, height: 180, share: 0.6 }],
  ]) as Record<string, Picture>
}

/** The pictures of the listing in Google Play, below `store`. */
const listingPictures: Readonly<Record<string, Picture>> = {
  'icon-512.png': { width: 512, height: 512, share: 0.7 },
  'feature-1024x500.png': { width: 1024, height: 500, share: 0.5 },
  'tv-banner-1280x720.png': { width: 1280, height: 720, share: 0.5 },
}

/** `operator.properties`, which `build.gradle` reads. */
export function operatorProperties(options: AppOptions): string {
  return [
    "# The operator's data; written by `npm run apps -- --only android`.",
    `applicationId=${options.id}`,
    `versionName=${options.version}`,
    `versionCode=${versionCodeOf(options.version)}`,
    '# The host whose links open the app. `app.invalid` is none.',
    `linkHost=${linkHostOf(options) ?? noHost}`,
    '# Whether servers without a certificate are allowed.',
    `cleartext=${mayUsePlainHttp(options)}`,
    '',
  ].join('\n')
}

/** `strings.xml` with the app's name. */
export function androidStrings({ id, name }: Pick<AppOptions, 'id' | 'name'>): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  const escaped = name
    .replace(/[&<>]/g, (one) => entities[one] ?? one)
    // Quotes, and a reference or a theme attribute at the beginning, have a meaning of their own in resources.
    .replace(/['"]|^[@?]/g, (one) => `\\${one}`)
  return `<?xml version='1.0' encoding='utf-8'?>
<resources>
    <string name="app_name">${escaped}</string>
    <string name="title_activity_main">${escaped}</string>
    <string name="package_name">${id}</string>
    <string name="custom_url_scheme">${id}</string>
</resources>
`
}

/** Completes the project for an operator and packs it into `outDir`. `client`: the built client. Returns the archive. */
export async function packAndroid(client: string, outDir: string, options: AppOptions): Promise<string> {
  const dir = join(dirname(client), 'android-project')
  const { name, version, server } = options
  const own = server === null ? {} : { server }
  await declareApp(join(client, televisionScript), {
    ...{ platform: 'androidtv', name, version, builtAtMs: Date.now() },
    ...own,
  })
  await stageProject({ system: 'android', client, dir }, options)
  await writeFile(join(dir, 'android/operator.properties'), operatorProperties(options))
  await writeFile(join(dir, resources, 'values/strings.xml'), androidStrings(options))
  for (const [file, picture] of Object.entries(androidPictures()))
    await writePicture(join(dir, resources, file), picture)
  for (const [file, picture] of Object.entries(listingPictures))
    await writePicture(join(dir, 'store', file), picture)
  if (options.googleServices !== null)
    await cp(options.googleServices, join(dir, 'android/app/google-services.json'))
  synchronise(dir, 'android')
  return packProject(dir, join(outDir, archiveName(options, 'android')), 'android', options)
}

async function writePicture(path: string, picture: Picture): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await drawPicture(picture))
}
