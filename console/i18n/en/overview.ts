import type { EnglishFor } from '#console/i18n/texts.ts'
import type { ru } from '#console/i18n/ru/overview.ts'

export const en: EnglishFor<typeof ru> = {
  title: 'What needs me',
  text: 'What harms viewers most comes first. The page refreshes itself.',
  none: 'All is well: nothing needs you now',
  reported: 'The recording was checked {when}',
  notReported: 'The recording was never started',
  more: 'and {count} more',
  since: 'since {when}',
  until: 'until {when}',
  go: 'Open',
  'need.recorder_off': 'The recording of channels has stopped',
  'need.channels_down': { one: '{count} channel is down', other: '{count} channels are down' },
  'need.disk_short': 'The disk will be too small: the archive will be deleted before its time',
  'need.films_refused': { one: '{count} film was refused', other: '{count} films were refused' },
  'need.guide_failed': { one: '{count} guide cannot be read', other: '{count} guides cannot be read' },
  'need.guide_held': {
    one: '{count} guide is held back: too many programmes would be lost',
    other: '{count} guides are held back: too many programmes would be lost',
  },
  'need.guide_ends': {
    one: 'The guide of {count} channel ends within a day',
    other: 'The guide of {count} channels ends within a day',
  },
  'need.channels_poor': {
    one: '{count} channel is on a later source, or without sound',
    other: '{count} channels are on a later source, or without sound',
  },
  'need.complaints': { one: '{count} complaint is open', other: '{count} complaints are open' },
  'need.drafts': {
    one: '{count} list of channels waits for a decision',
    other: '{count} lists of channels wait for a decision',
  },
  'need.proposals': {
    one: 'A guide is proposed for {count} channel',
    other: 'A guide is proposed for {count} channels',
  },
  'remedy.recorder_off': 'Restart Ekran on the server; the reason is in its log.',
  'remedy.channels_down':
    'Open the channel: check the addresses of its sources, or make a spare one the first.',
  'remedy.disk_short': 'Shorten the archive of channels, or add a disk.',
  'remedy.films_refused':
    'The reasons, and “Retry”, are in the packaging queue. A corrected file is taken again by itself.',
  'remedy.guide_failed': 'Check the address; the programmes it gave before stay.',
  'remedy.guide_held': 'If that is right, accept it.',
  'remedy.guide_ends': 'See whether the guide is read, and the matching of channels.',
  'remedy.channels_poor': 'Viewers can watch, but the first source does not work.',
  'remedy.complaints': 'The list: npm run ekran -- complaints.',
  'remedy.drafts': 'See what they would change, and apply or discard them.',
  'remedy.proposals': 'Confirm or reject: proposals are not applied by themselves.',
  steps: 'What is missing before viewers can come',
  'step.service': 'Name the service',
  'step.phone': 'Give a support phone',
  setUp: 'First run',
  'step.channels': 'Load a list of channels',
  'step.recording': 'Switch the recording of a channel on',
  'step.guide': 'Add a guide',
  'step.tariffs': 'Make a tariff',
  'step.films': 'Add films',
  done: 'done',
  undone: 'not done',
}
