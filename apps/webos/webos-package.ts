/**
 * LG: an `.ipk` for webOS TV 5 and newer, made by LG's own command line. `appinfo.json` is described at
 * https://webostv.developer.lge.com/develop/references/appinfo-json
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppOptions } from '#apps/package/app-options.ts'
import { drawPicture, type Picture } from '#apps/package/icons.ts'
import { runNpm } from '#apps/package/run-npm.ts'

/** LG's command line; it is downloaded from npm when packages are built, and is not part of the product. */
const webosTools = '@webos-tools/cli@3.2.1'

const pictures: Readonly<Record<string, Picture>> = {
  'icon-80.png': { width: 80, height: 80, share: 0.8 },
  'icon-130.png': { width: 130, height: 130, share: 0.8 },
  'splash.png': { width: 1920, height: 1080, share: 0.2 },
}

/** `appinfo.json`: the app handles Back; links into it and a second start arrive as `webOSRelaunch`. */
export function webosAppInfo({ id, name, vendor, version }: AppOptions) {
  return {
    ...{ id, version, vendor, title: name, type: 'web', main: 'index.html' },
    ...{ icon: 'icon-80.png', largeIcon: 'icon-130.png', splashBackground: 'splash.png' },
    ...{ iconColor: '#0b1117', bgColor: '#0b1117', resolution: '1920x1080' },
    disableBackHistoryAPI: true,
    handlesRelaunch: true,
    supportTouchMode: 'full',
    requiredPermissions: ['time.query', 'application.operation'],
  }
}

/** Adds the files webOS requires to the client in `dir`, and packs it into `outDir`. Returns the file's path. */
export async function packWebos(dir: string, outDir: string, options: AppOptions): Promise<string> {
  await mkdir(outDir, { recursive: true })
  await writeFile(join(dir, 'appinfo.json'), `${JSON.stringify(webosAppInfo(options), null, 2)}\n`)
  for (const [name, picture] of Object.entries(pictures))
    await writeFile(join(dir, name), await drawPicture(picture))
  const command = ['ares-package', '--no-minify', dir, '--outdir', outDir]
  runNpm(['exec', '--yes', `--package=${webosTools}`, '--', ...command])
  const file = (await readdir(outDir)).find((name) => name.endsWith('.ipk'))
  if (file === undefined) throw new Error('ares-package made no .ipk')
  return join(outDir, file)
}
