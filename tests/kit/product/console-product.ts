/** A product without content, for journeys of the staff: nobody is in its console yet. */
import { type Product, startProduct } from './product.ts'

export const operatorPassword = 'the operators of these tests'

/** Without the demo a start takes seconds. Passkeys need a host with a name. */
export async function startConsoleProduct(): Promise<Product & { readonly consoleUrl: string }> {
  const product = await startProduct({
    env: { EKRAN_DEMO: 'off', EKRAN_OPERATOR_PASSWORD: operatorPassword },
  })
  return { ...product, consoleUrl: product.url.replace('127.0.0.1', 'localhost') }
}
