/** A product without content, for journeys of the staff: nobody is in its console yet. */
import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { type Product, startProduct } from './product.ts'
import { copyTemplate } from './product-template.ts'

export const operatorPassword = 'the operators of these tests'

/**
 * Without the demo, and with a database that is prepared already, a start takes seconds. `env`: more of its settings.
 * Passkeys need a host with a name.
 */
export async function startConsoleProduct(
  env: Readonly<Record<string, string>> = {},
): Promise<Product & { readonly consoleUrl: string }> {
  const dataDir = copyTemplate(inject('productTemplate'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const product = await startProduct({
      dataDir,
      env: { EKRAN_DEMO: 'off', EKRAN_OPERATOR_PASSWORD: operatorPassword, ...env },
    })
    const stop = async () => {
      const code = await product.stop()
      remove()
      return code
    }
    return { ...product, stop, consoleUrl: product.url.replace('127.0.0.1', 'localhost') }
  } catch (error) {
    remove()
    throw error
  }
}
