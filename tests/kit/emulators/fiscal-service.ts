/** The emulator of the fiscal service, as a program beside the test. */
import type { FaultName, RequestName } from '#emulators/fiscal-service/faults.ts'
import type { StoredReceipt } from '#emulators/fiscal-service/receipts.ts'
import type { FiscalSettings } from '#server/platform/settings/fiscal-settings.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { startEmulator } from './emulator-program.ts'

export interface TestFiscalService {
  /** As the setting `EKRAN_FISCAL`. */
  readonly settings: FiscalSettings
  readonly value: string
  receipts(): Promise<readonly StoredReceipt[]>
  fault(request: RequestName | 'all', fault: FaultName, times?: number): Promise<void>
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startFiscalService(): Promise<TestFiscalService> {
  const { addresses, stop } = await startEmulator('fiscal-service', [])
  const { page = '', fiscal = '' } = addresses
  const read = readSettings({ EKRAN_FISCAL: fiscal })
  if (read.kind === 'refused' || read.settings.EKRAN_FISCAL === undefined)
    throw new Error('the emulator prints no valid setting')
  const post = async (path: string, body: object) => {
    const response = await fetch(page + path, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      signal: AbortSignal.timeout(5000),
    })
    if (response.status !== 200) throw new Error(await response.text())
  }
  return {
    ...{ settings: read.settings.EKRAN_FISCAL, value: fiscal, stop },
    receipts: async () => {
      const response = await fetch(`${page}/receipts`, { signal: AbortSignal.timeout(5000) })
      return ((await response.json()) as { receipts: StoredReceipt[] }).receipts
    },
    fault: (request, fault, times) => post('/faults', { request, fault, times }),
    reset: () => post('/reset', {}),
  }
}
