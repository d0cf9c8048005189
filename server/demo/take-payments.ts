/** The demo's payment systems: their checkout pages beside this process, which pay by the systems' own requests. */
import { fileURLToPath } from 'node:url'
import type { AppContext } from '#server/platform/app-context.ts'
import type { MerchantSettings } from '#server/merchants/merchants.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

export interface DemoPaymentSystems {
  /** Returns the line that is printed after the address. */
  prepare(here: Here): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Here {
  /** Where programs beside this process reach it. */
  readonly origin: string
  /** The address that is printed for people: where a payer is returned to. */
  readonly printed: string
}

const programPath = fileURLToPath(new URL('../../emulators/checkout-pages/main.ts', import.meta.url))
const startLimitMs = 10_000
interface Printed {
  readonly page: string
  readonly systems: MerchantSettings
}

/** Does nothing where a real system is configured: pages that take no money must not be mixed with real ones. */
export function createDemoPaymentSystems(
  { settings, log }: AppContext,
  merchants: { use(systems: MerchantSettings, publicUrl?: string): void },
): DemoPaymentSystems {
  const { EKRAN_PAYME, EKRAN_CLICK, EKRAN_PAYNET, EKRAN_UZUM } = settings
  const hasOwn = [EKRAN_PAYME, EKRAN_CLICK, EKRAN_PAYNET, EKRAN_UZUM].some((one) => one !== undefined)
  let pages: ChildProgram | undefined
  let closed = false
  return {
    prepare: async ({ origin, printed: publicUrl }) => {
      if (hasOwn || closed) return []
      const printed = Promise.withResolvers<Printed | undefined>()
      const late = setTimeout(() => printed.resolve(undefined), startLimitMs)
      const args = ['--merchants', `${origin}/merchants`, '--tie-to-stdin']
      pages = startChildProgram(programPath, args, log, (line) => printed.resolve(read(line)))
      const started = await printed.promise
      clearTimeout(late)
      if (started === undefined || closed) {
        if (!closed) log.warn('demo.payment_systems_not_started')
        return []
      }
      merchants.use(started.systems, publicUrl)
      return [`Demo payment systems: ${started.page}`]
    },
    close: async () => {
      closed = true
      if (pages === undefined) return
      merchants.use({})
      await pages.stop()
    },
  }
}

function read(line: string): Printed | undefined {
  try {
    const { page, payme, click, paynet, uzum } = JSON.parse(line) as Record<string, string>
    const named = { EKRAN_PAYME: payme, EKRAN_CLICK: click, EKRAN_PAYNET: paynet, EKRAN_UZUM: uzum }
    const started = readSettings(named)
    if (started.kind === 'refused' || typeof page !== 'string') return undefined
    const { EKRAN_PAYME, EKRAN_CLICK, EKRAN_PAYNET, EKRAN_UZUM } = started.settings
    return {
      page,
      systems: { payme: EKRAN_PAYME, click: EKRAN_CLICK, paynet: EKRAN_PAYNET, uzum: EKRAN_UZUM },
    }
  } catch {
    return undefined
  }
}
