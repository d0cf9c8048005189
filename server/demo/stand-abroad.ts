/** The demo's client from abroad: an address of our own site where every client is outside the national network. */
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { AppContext } from '#server/platform/app-context.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'
import type { Here } from './take-payments.ts'

/** The client address of these requests. No other client has this local address. */
export const demoAbroadAddress = '127.0.0.99'

const programPath = fileURLToPath(new URL('../../emulators/visitor-abroad/main.ts', import.meta.url))
const startLimitMs = 10_000
const Printed = z.object({ page: z.string() })

export function createDemoVisitorAbroad({ log }: AppContext): {
  /** Returns the line that is printed after the address; none where the machine has no such address. */
  prepare(here: Here): Promise<readonly string[]>
  close(): Promise<void>
} {
  let visitor: ChildProgram | undefined
  let closed = false
  return {
    prepare: async ({ origin }) => {
      if (closed) return []
      const printed = Promise.withResolvers<string>()
      const late = setTimeout(() => printed.resolve(''), startLimitMs)
      const args = ['--to', origin, '--from', demoAbroadAddress, '--tie-to-stdin']
      visitor = startChildProgram(programPath, args, log, (line) => printed.resolve(pageIn(line)))
      const page = await printed.promise
      clearTimeout(late)
      return page === '' || closed ? [] : [`Demo from outside the national network: ${page}`]
    },
    close: async () => {
      closed = true
      await visitor?.stop()
    },
  }
}

function pageIn(line: string): string {
  try {
    const read = z.safeParse(Printed, JSON.parse(line))
    return read.success ? read.data.page : ''
  } catch {
    return ''
  }
}
