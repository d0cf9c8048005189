/** The card-gateway emulator for tests: a separate one, or the one beside the running product. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultName, RequestName } from '#emulators/card-gateway/faults.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

/** What the gateway has stored, as its `/state` shows it. */
export interface GatewayState {
  readonly transactions: readonly {
    readonly id: number
    readonly account: string
    readonly amountTiyin: number
    readonly state: 'draft' | 'waiting' | 'paid' | 'dead' | 'reversed'
    readonly by: 'token' | 'pan' | null
    readonly pan: string | null
  }[]
  readonly cards: readonly { readonly cardId: number; readonly pan: string }[]
  readonly codes: readonly { readonly phone: string; readonly code: string }[]
}

export interface TestCardGateway {
  /** The address of its page. */
  readonly url: string
  state(): Promise<GatewayState>
  /** The amount charged to cards and not refunded. */
  takenTiyin(): Promise<number>
  /** Removes cards, payments and faults. */
  reset(): Promise<void>
  /** Makes a request fail, for `times` of them or until `none`; with `pan` only for payments by that card. */
  fault(request: RequestName | 'all', fault: FaultName, times?: number, pan?: string): Promise<void>
}

export type OwnCardGateway = TestCardGateway & {
  /** The value of the setting `EKRAN_CARD_GATEWAY`. */
  readonly atmos: string
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../../../emulators/card-gateway/main.ts', import.meta.url))

/** Starts one for a test, on a free port. */
export async function startCardGateway(args: readonly string[] = []): Promise<OwnCardGateway> {
  const child = spawn(process.execPath, [program, '--tie-to-stdin', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(15_000) })) as [string]
  const { page, atmos } = JSON.parse(line) as { page: string; atmos: string }
  return {
    ...cardGatewayAt(page),
    atmos,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The one whose page the product prints at its start, after it reports that it is ready. */
export async function cardGatewayOf(product: { output(): string }): Promise<TestCardGateway> {
  const result = () => /^Demo bank cards: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(product.output())?.[1]
  await waitFor(() => result() !== undefined, 10_000)
  return cardGatewayAt(result() ?? '')
}

function cardGatewayAt(url: string): TestCardGateway {
  const state = async (): Promise<GatewayState> => {
    const answer = await fetch(`${url}/state`, { signal: AbortSignal.timeout(5000) })
    return (await answer.json()) as GatewayState
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    })
    if (answer.status !== 200) throw new Error(`the gateway rejected the request: ${await answer.text()}`)
  }
  return {
    url,
    state,
    reset: async () => {
      await post('/faults', { request: 'all', fault: 'none' })
      await post('/reset', {})
    },
    takenTiyin: async () =>
      (await state()).transactions
        .filter((one) => one.state === 'paid')
        .reduce((sum, one) => sum + one.amountTiyin, 0),
    fault: (request, fault, times, pan) => post('/faults', { request, fault, times, pan }),
  }
}
