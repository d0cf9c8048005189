/** The client in packages: built once, and copied for each platform with the package's data about itself. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { appMode, packageScript } from '#web/app-build.ts'
import type { AppPackage } from '#web/state/app-package.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the client for packaged apps into `dir`. */
export async function buildAppClient(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    mode: appMode,
    build: { outDir: dir },
  })
}

/** Copies the client into `dir`, an empty folder, and writes the package's data and its name into it. */
export async function copyClient(client: string, dir: string, app: AppPackage): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await cp(client, dir, { recursive: true })
  const page = join(dir, 'index.html')
  const html = await readFile(page, 'utf8')
  const title = app.name.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  await writeFile(
    page,
    html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`),
  )
  await declareApp(join(dir, packageScript), app)
}

/** Writes the script that tells the client in which package it runs. */
export async function declareApp(path: string, app: AppPackage): Promise<void> {
  await writeFile(path, `window.ekranApp = ${JSON.stringify(app)}\n`)
}
