/** The SMS-centre emulator for tests: a separate one, or the one beside the running product. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultName, Protocol } from '#emulators/sms-centre/faults.ts'
import type { Received } from '#emulators/sms-centre/outbox.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

export interface SmsCentre {
  /** The address of its page. */
  readonly url: string
  /** The messages that phones received, the newest first. */
  messages(target?: { readonly phone?: string; readonly afterSeq?: number }): Promise<readonly Received[]>
  /** Waits for a message to this phone (by its newest code, or newer than `afterSeq`) and returns its code. */
  latestCode(phone: string, options?: LatestCodeOptions): Promise<string>
  /** Makes a protocol fail, for `times` requests or until `none`. */
  fault(protocol: Protocol | 'all', fault: FaultName, times?: number): Promise<void>
}

export interface LatestCodeOptions {
  readonly kind?: Received['kind']
  /** Only messages after this one: the `seq` of the newest message before the request. */
  readonly afterSeq?: number
  readonly limitMs?: number
}

/** The addresses it prints; `smpp`, `eskiz`, `playmobile` and `ari` are routes as in the settings. */
export interface SmsCentreRoutes {
  readonly smpp: string
  readonly eskiz: string
  readonly playmobile: string
  readonly ari: string
}

export type OwnSmsCentre = SmsCentre & { readonly routes: SmsCentreRoutes; stop(): Promise<void> }

const program = fileURLToPath(new URL('../../../emulators/sms-centre/main.ts', import.meta.url))

/** Starts one for a test, on free ports. */
export async function startSmsCentre(): Promise<OwnSmsCentre> {
  const child = spawn(process.execPath, [program, '--tie-to-stdin'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(15_000) })) as [string]
  const { page, ...routes } = JSON.parse(line) as SmsCentreRoutes & { page: string }
  return {
    ...smsCentreAt(page),
    routes,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The one whose page the product prints at its start, after it reports that it is ready. */
export async function smsCentreOf(product: { output(): string }): Promise<SmsCentre> {
  const result = () => /^Demo SMS and calls: (http:\/\/127\.0\.0\.1:\d+)$/m.exec(product.output())?.[1]
  await waitFor(() => result() !== undefined, 10_000)
  return smsCentreAt(result() ?? '')
}

export function smsCentreAt(url: string): SmsCentre {
  const messages: SmsCentre['messages'] = async ({ phone, afterSeq = 0 } = {}) => {
    const query = new URLSearchParams({ after: String(afterSeq), ...(phone === undefined ? {} : { phone }) })
    const answer = await fetch(`${url}/messages?${query}`, { signal: AbortSignal.timeout(5000) })
    return ((await answer.json()) as { messages: Received[] }).messages
  }
  return {
    url,
    messages,
    latestCode: async (phone, { kind, afterSeq = 0, limitMs = 15_000 } = {}) => {
      const until = Date.now() + limitMs
      for (;;) {
        const code = (await messages({ phone, afterSeq })).find(
          (message) => message.code !== null && (kind === undefined || message.kind === kind),
        )?.code
        if (typeof code === 'string') return code
        if (Date.now() > until) throw new Error(`no code arrived at ${phone} within ${limitMs} ms`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    fault: async (protocol, fault, times) => {
      const answer = await fetch(`${url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ protocol, fault, times }),
        signal: AbortSignal.timeout(5000),
      })
      if (answer.status !== 200) throw new Error(`the SMS centre rejected the fault: ${await answer.text()}`)
    },
  }
}
