/** The demo's phones: an SMS centre beside this process, whose page shows the received messages. */
import { fileURLToPath } from 'node:url'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Messages } from '#server/messages/messages.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'

export interface DemoPhones {
  /** Returns the line that is printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

const programPath = fileURLToPath(new URL('../../emulators/sms-centre/main.ts', import.meta.url))
const startLimitMs = 10_000
const names = ['page', 'smpp', 'eskiz', 'playmobile', 'ari'] as const
type Addresses = Record<(typeof names)[number], string>

/** Does nothing where real gateways are configured: the demo must not replace them. */
export function createDemoPhones({ settings, log }: AppContext, messages: Messages): DemoPhones {
  let centre: ChildProgram | undefined
  let closed = false
  return {
    prepare: async () => {
      if (settings.EKRAN_SMS_ROUTES.length > 0 || closed) return []
      const printed = Promise.withResolvers<Addresses | undefined>()
      const late = setTimeout(() => printed.resolve(undefined), startLimitMs)
      centre = startChildProgram(programPath, ['--tie-to-stdin'], log, (line) =>
        printed.resolve(readAddresses(line)),
      )
      const addresses = await printed.promise
      clearTimeout(late)
      if (addresses === undefined || closed) {
        if (!closed) log.warn('demo.sms_centre_not_started')
        return []
      }
      const { page, smpp, eskiz, playmobile, ari } = addresses
      messages.useRoutes({ sms: [smpp, eskiz, playmobile], voice: settings.EKRAN_VOICE_ROUTE ?? ari })
      return [`Demo SMS and calls: ${page}`]
    },
    close: async () => {
      closed = true
      if (centre === undefined) return
      messages.useRoutes({ sms: [] })
      await centre.stop()
    },
  }
}

function readAddresses(line: string): Addresses | undefined {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read !== 'object' || read === null) return undefined
    const addresses = names.map((name) => [name, Reflect.get(read, name)])
    return addresses.every(([, address]) => typeof address === 'string')
      ? (Object.fromEntries(addresses) as Addresses)
      : undefined
  } catch {
    return undefined
  }
}
