/** The Android project as `npm run apps` builds it, with its page at the address that Capacitor gives it. */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { televisionScript } from '#apps/android/android-project.ts'
import { makeApps, unzip } from './unpack-apps.ts'

export interface PhoneApp {
  /** The folder of the project, as an operator unpacks it. */
  readonly dir: string
  /** The `node_modules` in it. */
  readonly modules: string
}

/** Builds and unpacks the Android project for the server at `origin`, below `dir`. */
export async function buildPhoneApp(dir: string, origin: string): Promise<PhoneApp> {
  const made = join(dir, 'made')
  const name = ['--name', 'Ekran', '--app-version', '1.0.0', '--id', 'uz.example.ekran']
  await makeApps(['--only', 'android', '--out', made, '--server', origin, ...name])
  await mkdir(dir, { recursive: true })
  await unzip(join(made, 'android/Ekran-1.0.0-android.zip'), dir)
  const project = join(dir, 'Ekran-1.0.0-android')
  return { dir: project, modules: join(project, 'node_modules') }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Capacitor serves the package's files at this address. */
export const appOrigin = 'https://localhost'

/** Serves the app's files to a page as `WebViewLocalServer` and `MainActivity` do. */
export async function serveApp(page: Page, { dir }: PhoneApp, isTelevision = false): Promise<void> {
  // The tests' server is on this machine, which a page needs a permission for.
  await page.context().grantPermissions(['local-network-access'], { origin: appOrigin })
  const files = join(dir, 'android/app/src/main/assets/public')
  await page.route(`${appOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/' ? '/index.html' : pathname
    const name = isTelevision && file === '/app-package.js' ? `/${televisionScript}` : file
    try {
      const body = readFileSync(join(files, decodeURIComponent(name)))
      await route.fulfill({ body, contentType: types[extname(name)] ?? 'application/octet-stream' })
    } catch {
      await route.fulfill({ status: 404 })
    }
  })
}
