import type { Api } from 'grammy'
import type { Language } from '#contract/form/failures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { TelegramBotSettings } from '#server/platform/settings/telegram-settings.ts'
import { openApi, outcomeOf } from './api/bot-client.ts'
import { deliverJob } from './delivery/deliver-job.ts'
import { deleteExpired, nextAttemptMs } from './delivery/delivery-queue.ts'
import { deliverDue } from './delivery/deliver.ts'
import { createPace, type Pace } from './delivery/pace.ts'
import { accountOfLinkCode, createLinkCode, linkCodeSec, takeLinkCode } from './link/link-codes.ts'
import {
  type Choices,
  type Linked,
  type NewLink,
  type TelegramLink,
  type TelegramPerson,
  findLink,
  findLinkForCodes,
  findLinkOfUser,
  linkAccount,
  setBlocked,
  setChoices,
  unlinkAccount,
} from './link/links.ts'
import { type CheckedLogin, checkLogin } from './link/signed-login.ts'
import { releaseLogin, useLogin } from './link/used-logins.ts'

export interface TelegramOptions {
  readonly db: Db
  /** For deliveries. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly jobs: Pick<Jobs, 'send'>
  /** Undefined: there is no bot. */
  readonly settings: TelegramBotSettings | undefined
  /** The site's address; undefined: buttons lead nowhere. */
  readonly site: () => string | undefined
  /** False: nothing is sent from this process. */
  readonly sends: boolean
}

/** The bot as it is set now. */
export interface BotInUse {
  readonly settings: TelegramBotSettings
  readonly api: Api
  readonly pace: Pace
}

/** The accounts that are linked with Telegram, and what is sent there. */
export interface Telegram {
  /** Undefined: there is no bot. */
  bot(): BotInUse | undefined
  linkOf(accountId: number): Promise<TelegramLink | undefined>
  linkOfUser(userId: number): Promise<TelegramLink | undefined>
  /** A one-time link to the bot that links the account; undefined without a bot. */
  linkAddress(
    accountId: number,
  ): Promise<{ readonly address: string; readonly expiresInSec: number } | undefined>
  /** The account that such a link is for, without using it; undefined for one that is wrong, used or old. */
  accountOfCode(code: string): Promise<number | undefined>
  /** Links by the code of such a link; undefined for one that is wrong, used or old. */
  linkByCode(
    code: string,
    person: TelegramPerson,
  ): Promise<(Linked & { readonly accountId: number }) | undefined>
  /** Links an account whose subscriber shared its phone with the bot; `within` is done in the same transaction. */
  link(link: NewLink, within?: (trx: DbTransaction, linked: Linked) => Promise<void>): Promise<Linked>
  /** Returns what it was; undefined: it had none. */
  unlink(accountId: number): Promise<TelegramLink | undefined>
  choose(accountId: number, choices: Choices): Promise<TelegramLink | undefined>
  /** The person has blocked the bot, or lets it write again. */
  setBlocked(userId: number, isBlocked: boolean): Promise<void>
  /** Sends a text now. False: it did not arrive, as far as is known. Never rejects. */
  say(userId: number, text: string): Promise<boolean>
  /**
   * Sends a code to the Telegram with this phone, if its person chose so. False: there is none, or it did not arrive
   * within seconds. Never rejects.
   */
  sendCode(code: {
    readonly phone: string
    readonly textOf: (language: Language) => string
  }): Promise<boolean>
  /** Who signed in at Telegram; each signed login is accepted once. */
  checkLogin(text: string, language: Language): Promise<CheckedLogin | { readonly kind: 'off' }>
  /** A signed login that opened nothing may be used once more. */
  releaseLogin(hash: string): Promise<void>
  /**
   * Where Telegram asks a person whether a site may know who they are; `origin` and `return_to` are added by the site.
   * Undefined without a bot.
   */
  loginAddress(): string | undefined
  /** Tells the former Telegram of an account that its link has ended. Never rejects. */
  sayUnlinked(former: TelegramLink): Promise<boolean>
  /** Deliveries were queued, in any process. Never rejects. */
  queued(): Promise<void>
  /** For the job: sends what is due, and queues the job for the next attempt. */
  deliver(signal: AbortSignal): Promise<void>
  /** For the job: deletes expired deliveries, and starts what nothing has started. */
  findDue(): Promise<void>
  /** Takes another bot, or none, into use. */
  use(settings: TelegramBotSettings | undefined): void
}

const unlinkedText = {
  ru: 'Этот Telegram отключён от аккаунта: уведомления и коды сюда больше не приходят.',
  uz: 'Bu Telegram hisobdan uzildi: bildirishnomalar va kodlar endi bu yerga kelmaydi.',
} as const
/** A viewer waits for a code: then it goes by SMS, which may double it. */
const codeLimitMs = 5000
/** The rest is deleted a minute later. */
const maxExpiredAtOnce = 10_000

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly sends: boolean
  /** The bot as it is set now. */
  current(): BotInUse | undefined
}

export function openTelegram(options: TelegramOptions): Telegram {
  const { db, jobDb, clock, sends } = options
  const log = options.log.with({ part: 'telegram' })
  const opened = (settings: TelegramBotSettings | undefined): BotInUse | undefined =>
    settings === undefined ? undefined : { settings, api: openApi(settings), pace: createPace(clock, log) }
  let inUse = opened(options.settings)
  const parts: Parts = { db, clock, log, sends, current: () => inUse }
  const schedule = async () => {
    if (inUse === undefined) return
    const atMs = await nextAttemptMs(jobDb)
    if (atMs === undefined) return
    const nextMs = Math.max(atMs, inUse.pace.pausedUntilMs)
    const afterSec = Math.max(0, Math.ceil((nextMs - clock.nowMs()) / 1000))
    await options.jobs.send(deliverJob, {}, { onceKey: 'all', afterSec, replace: true })
  }
  const queued = () => schedule().catch((error: unknown) => log.warn('telegram.job_not_started', { error }))
  return {
    bot: () => inUse,
    ...linksOf(parts, options.random),
    ...messagesOf(parts),
    ...loginsOf(parts),
    queued,
    deliver: async (signal) => {
      if (inUse === undefined) return
      const { api, pace } = inUse
      const outcomes = await deliverDue({ db: jobDb, clock, log, api, pace, site: options.site() }, signal)
      if (Object.keys(outcomes).length > 0) log.info('telegram.delivered', outcomes)
      if (!signal.aborted) await schedule()
    },
    findDue: async () => {
      const expired = await deleteExpired(jobDb, clock.nowMs(), maxExpiredAtOnce)
      if (expired > 0) log.warn('telegram.deliveries_expired', { expired })
      await schedule()
    },
    use: (settings) => {
      inUse = opened(settings)
      void queued()
    },
  }
}

function linksOf({ db, clock, current }: Parts, random: RandomBytes) {
  const linked = (trx: DbTransaction, link: NewLink) => linkAccount(trx, link, clock.nowMs())
  return {
    linkOf: (accountId) => findLink(db, accountId),
    linkOfUser: (userId) => findLinkOfUser(db, userId),
    linkAddress: async (accountId) => {
      const inUse = current()
      if (inUse === undefined) return undefined
      const code = await createLinkCode(db, accountId, random, clock.nowMs())
      const { chats, username } = inUse.settings
      return { address: `${chats}/${username}?start=${code}`, expiresInSec: linkCodeSec }
    },
    accountOfCode: (code) => accountOfLinkCode(db, code, clock.nowMs()),
    linkByCode: (code, person) =>
      db.transaction().execute(async (trx) => {
        const accountId = await takeLinkCode(trx, code, clock.nowMs())
        if (accountId === undefined) return undefined
        return { ...(await linked(trx, { accountId, person })), accountId }
      }),
    link: (link, within) =>
      db.transaction().execute(async (trx) => {
        const done = await linked(trx, link)
        await within?.(trx, done)
        return done
      }),
    unlink: (accountId) => unlinkAccount(db, accountId),
    choose: (accountId, choices) => setChoices(db, accountId, choices),
    setBlocked: (userId, isBlocked) => setBlocked(db, userId, isBlocked ? clock.nowMs() : undefined),
  } satisfies Partial<Telegram>
}

function messagesOf({ db, clock, log, sends, current }: Parts) {
  const say = async (userId: number, text: string) => {
    const bot = current()
    return bot !== undefined && sends ? sayNow({ db, clock, log, bot }, userId, text) : false
  }
  return {
    say,
    sayUnlinked: async ({ userId, language, isBlocked }) =>
      isBlocked ? false : say(userId, unlinkedText[language]),
    sendCode: async ({ phone, textOf }) => {
      const bot = current()
      if (bot === undefined || bot.pace.isPaused) return false
      const link = await findLinkForCodes(db, phone)
      if (link === undefined) return false
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, codeLimitMs, false).unref())
      return Promise.race([say(link.userId, textOf(link.language)), late])
    },
  } satisfies Partial<Telegram>
}

function loginsOf({ db, clock, current }: Parts) {
  return {
    checkLogin: async (text, language) => {
      const inUse = current()
      if (inUse === undefined) return { kind: 'off' }
      const nowMs = clock.nowMs()
      const checked = checkLogin(text, { token: inUse.settings.token, nowMs, language })
      if (checked.kind !== 'right') return checked
      return (await useLogin(db, checked.hash, nowMs)) ? checked : { kind: 'old' }
    },
    releaseLogin: (hash) => releaseLogin(db, hash),
    loginAddress: () => {
      const inUse = current()
      if (inUse === undefined) return undefined
      const { login, botId } = inUse.settings
      return `${login}/auth?${new URLSearchParams({ bot_id: String(botId), request_access: 'write' })}`
    },
  } satisfies Partial<Telegram>
}

interface Saying {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bot: BotInUse
}

async function sayNow({ db, clock, log, bot }: Saying, userId: number, text: string): Promise<boolean> {
  try {
    await bot.api.sendMessage(userId, text, { link_preview_options: { is_disabled: true } })
    return true
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome?.kind === 'blocked') await setBlocked(db, userId, clock.nowMs())
    log.warn('telegram.message_not_confirmed', { reason: outcome?.kind ?? 'broke' })
    return false
  }
}
