import {
  notificationProblem,
  writeNotification,
  type NotificationRequest,
} from '#server/notifications/notifications.ts'
import { type CliCommand, type CommandInput, done, refused, shown } from '#server/cli/command/command.ts'
import { openAccountServices, type AccountServices } from '#server/cli/command/services.ts'
import { named } from '#server/cli/accounts/account-command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const notify: CliCommand = {
  name: 'notify',
  usage: '--all | --abonement <number>  --title-ru … --title-uz … --body-ru … --body-uz … [--href <path>]',
  summary: 'send a notification to all subscribers, or to one',
  help: `Writes a notification. Who has a page of Ekran open sees it within two seconds, everybody else with the next visit.
One for a single subscriber is also sent to the apps on the phones of the account, where push messages are set up.
Both languages are needed: each subscriber reads the own one. A blank line in a text begins a paragraph.

  --all         everybody, guests too
  --abonement   one subscriber, by number or phone
  --href        the page it leads to, for example /movie/12 or /tv

Examples
  npm run ekran -- notify --all --title-ru "Новые каналы" --title-uz "Yangi kanallar" \\
    --body-ru "Их теперь сорок." --body-uz "Ular endi qirqta." --href /tv
  npm run ekran -- notify --abonement 10000001 --title-ru "Ваш вопрос" --title-uz "Savolingiz" \\
    --body-ru "Мы всё исправили." --body-uz "Hammasini tuzatdik."`,
  options: {
    all: { type: 'boolean' },
    abonement: { type: 'string' },
    'title-ru': { type: 'string' },
    'title-uz': { type: 'string' },
    'body-ru': { type: 'string' },
    'body-uz': { type: 'string' },
    href: { type: 'string' },
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const written = input.text('abonement')
    if (input.flag('all') === (written !== undefined))
      return refused('name the recipients: either --all or --abonement <number>')
    const notification = readNotification(input)
    const problem = notificationProblem(notification)
    if (problem !== undefined) return refused(problem)
    await using stack = new AsyncDisposableStack()
    const services = await openAccountServices(tools, stack)
    const reader = written === undefined ? everybody : await readerOf(services, written)
    if ('why' in reader) return refused(reader.why)
    const notificationId = await writeNotification(services.work.db, {
      ...notification,
      accountId: reader.accountId,
      createdAtMs: systemClock.nowMs(),
    })
    await services.audit.record({
      event: 'notification_sent',
      actor: 'operator',
      ...(reader.accountId === null ? {} : { accountId: reader.accountId }),
      facts: { notification_id: notificationId, title: notification.title.ru },
    })
    return done(`Notification ${notificationId} is written for ${reader.name}.`)
  },
}

const everybody = { accountId: null, name: 'everybody' }

/** The one account of this phone or number; refused when two accounts match. */
async function readerOf({ accounts }: AccountServices, written: string) {
  const [account, another] = await accounts.findByName(written)
  if (account === undefined) return { why: `no account has the phone or subscriber number ${shown(written)}` }
  if (another !== undefined)
    return {
      why: `${shown(written)} is the phone of one account and the number of another; write +998 in front`,
    }
  return { accountId: account.accountId, name: named(account) }
}

function readNotification(input: CommandInput): NotificationRequest {
  const text = (name: string) => input.text(name)?.trim() ?? ''
  return {
    title: { ru: text('title-ru'), uz: text('title-uz') },
    body: { ru: text('body-ru'), uz: text('body-uz') },
    href: text('href'),
  }
}
