/** Starts the product once for all tests that need it; they find it with `inject('product')`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct, type Product } from './product.ts'
import { smsCentreOf } from '#tests/kit/emulators/sms-centre.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    product: {
      url: string
      dataDir: string
      pid: number
      /** A file with all its output. */
      outputPath: string
      /** The page of the SMS centre beside it; `smsCentreAt` of `sms-centre.ts` reads it. */
      smsCentreUrl: string
    }
  }
}

/** Each vitest project runs this setup in the same process: the first starts the product, the last stops it. */
const shared = globalThis as { ekranProduct?: { started: Promise<Running>; users: number } }

interface Running {
  readonly product: Product
  readonly dir: string
  readonly outputPath: string
}

/**
 * A client may send any source address with `x-forwarded-for`: 198.51.100.0/24 is inside the national network,
 * 203.0.113.0/24 is outside, and without the header it is this machine, which is inside.
 */
async function start(): Promise<Running> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-tests-'))
  const [prefixes, outputPath] = [join(dir, 'prefixes.txt'), join(dir, 'output.txt')]
  writeFileSync(prefixes, '198.51.100.0/24\n')
  const env = {
    EKRAN_TRUSTED_PROXIES: '127.0.0.1',
    EKRAN_NETWORK_PREFIXES: prefixes,
    EKRAN_LOG_LEVEL: 'debug',
    // Only a browser with Cast loads anything because of it; the tests' Chromium has none unless a test adds it.
    EKRAN_CAST_APP_ID: '0A1B2C3D',
  }
  return { product: await startProduct({ env, outputPath }), dir, outputPath }
}

export async function setup(project: TestProject): Promise<void> {
  const own = (shared.ekranProduct ??= { started: start(), users: 0 })
  own.users += 1
  const { product, outputPath } = await own.started
  const { url, dataDir, process } = product
  const smsCentreUrl = (await smsCentreOf(product)).url
  project.provide('product', { url, dataDir, pid: process.pid ?? 0, outputPath, smsCentreUrl })
}

export async function teardown(): Promise<void> {
  const own = shared.ekranProduct
  if (own === undefined || --own.users > 0) return
  delete shared.ekranProduct
  const { product, dir } = await own.started
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
}
