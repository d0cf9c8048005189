/** The guide of the settings, made from their table. */
import type * as z from 'zod/mini'
import { serviceForms } from './service-fields.ts'
import { type Setting, settings } from '#server/platform/settings/settings.ts'

/** What can be set without a restart. */
const runtimeGuide = [
  '## While it runs',
  '',
  'Outside services and the values below can also be set without a restart, on the page “Outside services” of the console or by',
  '`npm run ekran -- settings set <service> <field>=<value>`. What the environment has wins, and can only be changed there.',
  'Secrets are stored encrypted with the key of the installation (`secrets.json`), are never shown again, and at the command',
  'line come from standard input (`--secret`). `settings test <service> --to <phone>` tries one, `settings test store` the',
  'disk of the media. A change can be taken back for seven days, with the former secret (`settings undo <number>`). In the demo an emulator that a service replaced returns at the next start after it was removed.',
  '',
  '| service | stands for | fields |',
  '|---|---|---|',
  ...Object.entries(serviceForms).map(
    ([name, { variable, fields }]) =>
      `| \`${name}\` | \`${variable}\` | ${fields.map((field) => `\`${field.name}\`${field.isSecret === true ? ' (secret)' : ''}`).join(', ')} |`,
  ),
  '',
]

/** The guide's text, in Markdown. */
export function settingsGuide(): string {
  const rows = Object.entries<Setting<z.ZodMiniType>>(settings).map(([name, described]) => {
    const defaultValue =
      described.default === undefined || described.default === '' ? 'none' : `\`${described.default}\``
    const unit = described.unit === undefined ? '' : ` ${described.unit}`
    return `## \`${name}\`\n\n${described.description}\n\nAccepts: ${described.accepts}. Default: ${defaultValue}${defaultValue === 'none' ? '' : unit}.\n`
  })
  return [
    '# Settings',
    '',
    'Ekran reads its settings from the environment when it starts. A wrong value, or a name beginning with',
    '`EKRAN_` that does not exist, stops the start and is named. This page is written by',
    '`node tools/write-settings-guide.ts` from the same table that reads them.',
    '',
    ...runtimeGuide,
    ...rows,
  ].join('\n')
}
