/** Every command, by the first of its words: only the modules of that word are loaded. */
import type { CliCommand } from './command/command.ts'

type Modules = readonly Promise<Readonly<Record<string, unknown>>>[]

/** By first word, in display order: the modules that export the commands. */
const modulesOf: Readonly<Record<string, () => Modules>> = {
  import: () => [
    import('./channels/import-channels.ts'),
    import('./guide/import-guide.ts'),
    import('./films/import-films.ts'),
  ],
  status: () => [import('./system/status.ts')],
  service: () => [import('./service/service.ts')],
  demo: () => [import('./service/demo.ts')],
  trials: () => [import('./service/trials.ts')],
  network: () => [
    import('./network/network-import.ts'),
    import('./network/network-check.ts'),
    import('./network/network-world.ts'),
  ],
  accounts: () => [
    import('./accounts/accounts-add.ts'),
    import('./accounts/accounts-show.ts'),
    import('./accounts/accounts-state.ts'),
    import('./accounts/accounts-password.ts'),
    import('./accounts/accounts-devices.ts'),
    import('./accounts/accounts-end-sessions.ts'),
    import('./accounts/accounts-brand.ts'),
    import('./accounts/accounts-export.ts'),
  ],
  subscribers: () => [
    import('./subscribers/telegram.ts'),
    import('./subscribers/pins.ts'),
    import('./subscribers/subscribers.ts'),
    import('./subscribers/subscribers-why.ts'),
    import('./subscribers/subscriber-acts.ts'),
    import('./subscribers/subscriber-pauses.ts'),
    import('./subscribers/subscriber-access.ts'),
    import('./subscribers/subscriber-data.ts'),
    import('./subscribers/support-views.ts'),
    import('./cities/cities.ts'),
  ],
  cities: () => [import('./cities/cities.ts')],
  edges: () => [import('./edges/edges.ts')],
  'own-networks': () => [import('./cities/own-networks.ts')],
  reports: () => [import('./reports/reports.ts')],
  staff: () => [
    import('./staff/staff-list.ts'),
    import('./staff/staff-invite.ts'),
    import('./staff/staff-access.ts'),
  ],
  dealers: () => [
    import('./billing/dealers.ts'),
    import('./billing/dealers-contract.ts'),
    import('./billing/dealers-money.ts'),
  ],
  guide: () => [
    import('./guide/guide.ts'),
    import('./guide/guide-genres.ts'),
    import('./guide/guide-titles.ts'),
    import('./guide/guide-matching.ts'),
    import('./guide/guide-programmes.ts'),
    import('./guide/guide-shift.ts'),
    import('./tables/tables.ts'),
  ],
  channels: () => [
    import('./channels/channels-alias.ts'),
    import('./channels/channels-sources.ts'),
    import('./channels/channels-examine.ts'),
    import('./channels/channels-health.ts'),
    import('./channels/channels-recording.ts'),
    import('./channels/channels-catchup.ts'),
    import('./channels/channels-edit.ts'),
    import('./channels/channels-signs.ts'),
    import('./channels/channels-add.ts'),
    import('./channels/channels-merge.ts'),
    import('./channels/channels-groups.ts'),
    import('./channels/channels-logo.ts'),
    import('./channels/channels-logos.ts'),
    import('./channels/channels-order.ts'),
    import('./channels/channels-categories.ts'),
    import('./tables/tables.ts'),
  ],
  blackouts: () => [import('./guide/blackouts.ts'), import('./guide/blackouts-act.ts')],
  alarms: () => [
    import('./alarms/alarms-list.ts'),
    import('./alarms/alarms-act.ts'),
    import('./alarms/alarms-settings.ts'),
  ],
  lists: () => [import('./channels/lists.ts')],
  imports: () => [import('./imports/imports.ts')],
  changes: () => [import('./changes/changes.ts')],
  linear: () => [import('./guide/linear.ts')],
  people: () => [import('./films/people.ts'), import('./tables/tables.ts')],
  films: () => [
    import('./films/films-marks.ts'),
    import('./films/films-plan.ts'),
    import('./films/films-edit.ts'),
    import('./films/films-genre.ts'),
    import('./films/films-queue.ts'),
    import('./films/films-folder.ts'),
    import('./films/films-naming.ts'),
    import('./films/films-episodes.ts'),
    import('./tables/tables.ts'),
  ],
  home: () => [import('./home/home.ts')],
  collections: () => [import('./home/collections.ts'), import('./tables/tables.ts')],
  tables: () => [import('./tables/tables.ts')],
  titles: () => [import('./films/titles-import.ts'), import('./films/titles-hide.ts')],
  cinemas: () => [import('./films/cinemas-import.ts')],
  pages: () => [import('./news/pages.ts'), import('./news/pages-edit.ts')],
  news: () => [import('./news/news.ts')],
  works: () => [import('./news/works.ts')],
  notify: () => [import('./news/notify.ts')],
  bulk: () => [import('./subscribers/bulk.ts')],
  segments: () => [import('./messages/segments.ts')],
  templates: () => [import('./messages/templates.ts')],
  messages: () => [import('./messages/templates.ts'), import('./messages/commands.ts')],
  campaigns: () => [import('./messages/campaigns.ts')],
  archive: () => [import('./channels/archive.ts'), import('./channels/archive-store.ts')],
  complaints: () => [import('./news/complaints.ts')],
  'api-keys': () => [import('./integrations/api-keys.ts')],
  webhooks: () => [import('./integrations/webhooks.ts')],
  settings: () => [import('./integrations/settings.ts')],
  releases: () => [
    import('./releases/releases-show.ts'),
    import('./releases/releases-set.ts'),
    import('./releases/releases-switch.ts'),
    import('./releases/releases-reports.ts'),
  ],
  tariffs: () => [import('./billing/tariffs.ts'), import('./billing/tariffs-edit.ts')],
  promo: () => [import('./billing/promo-add.ts'), import('./billing/promo-batches.ts')],
  dunning: () => [import('./billing/dunning.ts')],
  ledger: () => [import('./billing/ledger-check.ts'), import('./billing/ledger-export.ts')],
  statements: () => [import('./billing/statements.ts')],
  closing: () => [import('./billing/closing.ts')],
  receipts: () => [import('./billing/receipts.ts')],
  payments: () => [
    import('./billing/payments.ts'),
    import('./billing/payments-refund.ts'),
    import('./billing/payments-by-hand.ts'),
  ],
  audit: () => [import('./system/audit-list.ts'), import('./system/audit-check.ts')],
  backup: () => [import('./backup/backup.ts')],
  backups: () => [import('./backup/backups.ts')],
  logs: () => [import('./system/logs-find.ts')],
  jobs: () => [import('./system/jobs.ts')],
  nodes: () => [import('./system/nodes.ts')],
  restore: () => [import('./backup/backup.ts')],
  quiet: () => [import('./system/quiet.ts')],
  secrets: () => [import('./system/secrets-accept.ts'), import('./system/secrets-rewrap.ts')],
}

/**
 * The commands that begin with `word`, of one to three words; all of them when none does, for the help and for
 * suggestions.
 */
export async function loadCommands(word = ''): Promise<readonly CliCommand[]> {
  const words = Object.hasOwn(modulesOf, word) ? [word] : Object.keys(modulesOf)
  const groups = await Promise.all(words.map(commandsOf))
  return groups.flat()
}

async function commandsOf(word: string): Promise<readonly CliCommand[]> {
  const modules = await Promise.all(modulesOf[word]?.() ?? [])
  return modules
    .flatMap((exported) => Object.values(exported))
    .filter(isCommand)
    .filter(({ name }) => name.split(' ')[0] === word)
}

function isCommand(value: unknown): value is CliCommand {
  return typeof value === 'object' && value !== null && 'summary' in value && 'run' in value
}
