/** The demo's Telegram: a Bot API beside this process, whose page is the chat of a subscriber with the bot. */
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { demoAccounts } from '#db/demo/accounts.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'
import { parseSetting } from '#server/platform/settings/settings.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { startBot } from '#server/telegram-bot/telegram-bot.ts'

export interface DemoTelegram {
  /** Returns the line that is printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

const programPath = fileURLToPath(new URL('../../emulators/telegram/main.ts', import.meta.url))
const startLimitMs = 10_000
const Printed = z.object({ page: z.string(), bot: z.string() })

/** Does nothing where a real bot is set, or where another process has the jobs: the bot lives in one process here. */
export function createDemoTelegram(
  { settings, log, jobs, runs }: AppContext,
  telegram: Pick<Telegram, 'use'>,
): DemoTelegram {
  let program: ChildProgram | undefined
  let closed = false
  return {
    prepare: async () => {
      if (settings.EKRAN_TELEGRAM_BOT !== undefined || closed || !runs.has('jobs')) return []
      const printed = Promise.withResolvers<z.output<typeof Printed> | undefined>()
      const late = setTimeout(() => printed.resolve(undefined), startLimitMs)
      const phone = demoAccounts()[0]?.phone ?? ''
      program = startChildProgram(programPath, ['--phone', phone, '--tie-to-stdin'], log, (line) =>
        printed.resolve(readPrinted(line)),
      )
      const addresses = await printed.promise
      clearTimeout(late)
      const read = addresses === undefined ? undefined : parseSetting('EKRAN_TELEGRAM_BOT', addresses.bot)
      if (addresses === undefined || read?.kind !== 'read' || closed) {
        if (!closed) log.warn('demo.telegram_not_started')
        return []
      }
      telegram.use(read.value)
      await startBot(jobs)
      return [`Demo Telegram: ${addresses.page}`]
    },
    close: async () => {
      closed = true
      if (program === undefined) return
      telegram.use(undefined)
      await program.stop()
    },
  }
}

function readPrinted(line: string): z.output<typeof Printed> | undefined {
  try {
    const read = z.safeParse(Printed, JSON.parse(line))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
