/** Starts the product once for all tests that need it running; they find it with `inject('product')`. */
import type { TestProject } from 'vitest/node'
import { startProduct, type Product } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    product: { url: string; dataDir: string; pid: number }
  }
}

/** Each vitest project runs this setup in the same process: the first starts the product, the last stops it. */
const shared = globalThis as { ekranProduct?: { started: Promise<Product>; users: number } }

export async function setup(project: TestProject): Promise<void> {
  const own = (shared.ekranProduct ??= { started: startProduct(), users: 0 })
  own.users += 1
  const { url, dataDir, process } = await own.started
  project.provide('product', { url, dataDir, pid: process.pid ?? 0 })
}

export async function teardown(): Promise<void> {
  const own = shared.ekranProduct
  if (own === undefined || --own.users > 0) return
  delete shared.ekranProduct
  await (await own.started).stop()
}
