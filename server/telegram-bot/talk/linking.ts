/** How somebody's Telegram becomes that of an account, and how it ends. */
import { InlineKeyboard } from 'grammy'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'
import { writeNotification } from '#server/notifications/notifications.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { hasPhone, type TelegramLink, type TelegramPerson } from '#server/telegram/telegram.ts'
import type { Answer } from './answer.ts'
import type { BotDeps } from './deps.ts'
import { say } from './texts.ts'

/** `/start`, with the code of a link from the cabinet or without one. */
export async function start(deps: BotDeps, person: TelegramPerson, code: string): Promise<Answer> {
  const { telegram } = deps
  const own = await telegram.linkOfUser(person.userId)
  if (code !== '') {
    const question = own === undefined ? undefined : await askReplace(deps, own, code)
    if (question !== undefined) return question
    const linked = await telegram.linkByCode(code, person)
    if (linked !== undefined) return afterLink(deps, person, linked, 'link')
  }
  if (own !== undefined) return menu(deps, own)
  const { language } = person
  const text =
    code === '' ? say(language, 'hello', { service: deps.serviceName(language) }) : say(language, 'codeOver')
  return { text, phoneButton: 'share' }
}

/** Who has a linked account loses it by a link of another one: first they say that they mean it. */
async function askReplace(
  { telegram, accounts }: BotDeps,
  { accountId, language }: TelegramLink,
  code: string,
): Promise<Answer | undefined> {
  const otherId = await telegram.accountOfCode(code)
  if (otherId === undefined || otherId === accountId) return undefined
  const [own, other] = await Promise.all([accounts.accountOf(accountId), accounts.accountOf(otherId)])
  const numbers = { number: own?.abonement ?? '', other: other?.abonement ?? '' }
  const keyboard = new InlineKeyboard().text(say(language, 'yesReplace', numbers), `link:${code}`)
  return { text: say(language, 'askReplace', numbers), keyboard }
}

/** The press that replaces the account: its message changes, and the button for the phone comes by /start. */
export async function replaceLink(
  deps: BotDeps,
  person: TelegramPerson,
  { language, code }: { readonly language: Language; readonly code: string },
): Promise<Answer> {
  const linked = await deps.telegram.linkByCode(code, { ...person, language })
  if (linked === undefined) return { text: say(language, 'codeOver') }
  const { text } = await afterLink(deps, person, linked, 'link')
  return { text }
}

export interface SharedContact {
  readonly phone: string
  /** Whose it is, as Telegram says; undefined for somebody without Telegram. */
  readonly userId: number | undefined
  /** It was forwarded, or came by a bot: others may have made the person send it. */
  readonly isPassedOn: boolean
}

/** A contact: only a person's own one, whose phone Telegram has checked. */
export async function shareContact(
  deps: BotDeps,
  person: TelegramPerson,
  contact: SharedContact,
): Promise<Answer> {
  const { telegram, accounts } = deps
  const { userId } = person
  const own = await telegram.linkOfUser(userId)
  const { language } = own ?? person
  if (contact.isPassedOn) return { text: say(language, 'contactPassedOn'), phoneButton: 'share', language }
  if (contact.userId !== userId) return { text: say(language, 'otherPhone'), phoneButton: 'share', language }
  const phone = `+${contact.phone.replaceAll(/\D/g, '')}`
  if (own !== undefined) {
    const account = await accounts.accountOf(own.accountId)
    if (account?.phone !== phone) return { text: say(language, 'phoneIsOther'), phoneButton: 'none' }
    await telegram.link({ accountId: own.accountId, person, phone })
    return { text: say(language, 'phoneChecked'), phoneButton: 'none' }
  }
  const account = /^\+998\d{9}$/.test(phone) ? await accounts.findByPhone(phone) : undefined
  if (account === undefined || account.phone !== phone)
    return { text: say(language, 'noAccount'), phoneButton: 'share' }
  const { accountId } = account
  const linked = await telegram.link({ accountId, person, phone }, (trx) =>
    tellOwner(trx, { accountId, person, createdAtMs: deps.clock.nowMs() }),
  )
  return afterLink(deps, person, { ...linked, accountId }, 'contact')
}

/** In the bell of the site: who has the phone in their hands for a moment must not link unnoticed. */
async function tellOwner(trx: DbTransaction, { accountId, person, createdAtMs }: OwnerNotice): Promise<void> {
  const words = (text: 'ownerTitle' | 'ownerText') => ({
    ru: say('ru', text, { name: person.name }),
    uz: say('uz', text, { name: person.name }),
  })
  await writeNotification(trx, {
    ...{ accountId, title: words('ownerTitle'), body: words('ownerText') },
    ...{ href: pathOf('cabinet'), toTelegram: false, createdAtMs },
  })
}

interface OwnerNotice {
  readonly accountId: number
  readonly person: TelegramPerson
  readonly createdAtMs: number
}

interface NewlyLinked {
  readonly accountId: number
  readonly former: TelegramLink | undefined
  readonly formerAccountId: number | undefined
}

async function afterLink(
  deps: BotDeps,
  person: TelegramPerson,
  { accountId, former, formerAccountId }: NewlyLinked,
  way: 'link' | 'contact',
): Promise<Answer> {
  const { audit, telegram } = deps
  const replaced = former !== undefined
  void audit.record({
    ...{ event: 'telegram_linked', actor: 'viewer', accountId, facts: { way, replaced } },
  })
  if (formerAccountId !== undefined)
    void audit.record({
      ...{ event: 'telegram_unlinked', actor: 'viewer', accountId: formerAccountId },
      facts: { way: 'other_account' },
    })
  // The last warning to the owner if somebody else did it.
  if (former !== undefined) await telegram.say(former.userId, say(former.language, 'linkedElsewhere'))
  const own = await telegram.linkOf(accountId)
  return own === undefined ? { text: say(person.language, 'notLinked') } : menu(deps, own)
}

/** While the phone is not checked, the button that shares it stays: codes and the login need it. */
async function menu({ accounts }: BotDeps, link: TelegramLink): Promise<Answer> {
  const account = await accounts.accountOf(link.accountId)
  return {
    text: say(link.language, 'linked', { number: account?.abonement ?? '' }),
    phoneButton: hasPhone(link, account?.phone ?? null) ? 'none' : 'share',
    language: link.language,
  }
}

/** Asks whether to unlink. */
export function askUnlink({ language }: Pick<TelegramLink, 'language'>): Answer {
  const keyboard = new InlineKeyboard().text(say(language, 'yesUnlink'), 'unlink')
  return { text: say(language, 'askUnlink'), keyboard }
}

/** Ends the link from the side of Telegram. */
export async function unlink(
  { telegram, audit }: Pick<BotDeps, 'telegram' | 'audit'>,
  { accountId, language }: TelegramLink,
): Promise<Answer> {
  if ((await telegram.unlink(accountId)) !== undefined)
    void audit.record({
      ...{ event: 'telegram_unlinked', actor: 'viewer', accountId, facts: { way: 'telegram' } },
    })
  return { text: say(language, 'unlinked') }
}

/** What goes to Telegram, with buttons that change it. */
export function settings({
  language,
  notices,
  codes,
}: Pick<TelegramLink, 'language' | 'notices' | 'codes'>): Answer {
  const other: Language = language === 'ru' ? 'uz' : 'ru'
  const keyboard = new InlineKeyboard()
    .text(say(language, notices ? 'noticesOn' : 'noticesOff'), `set:notices:${notices ? 0 : 1}`)
    .row()
    .text(say(language, codes ? 'codesOn' : 'codesOff'), `set:codes:${codes ? 0 : 1}`)
    .row()
    .text(say(language, 'otherLanguage'), `set:language:${other}`)
  return { text: say(language, 'settings'), keyboard }
}
