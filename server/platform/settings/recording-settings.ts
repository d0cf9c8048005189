/** Recordings that viewers keep beyond the archive. */
import { wholeNumber } from './setting-forms.ts'

export const recordingSettings = {
  EKRAN_RECORDING_DAYS: {
    schema: wholeNumber(8, 3650),
    default: '180',
    unit: 'days',
    accepts: 'a whole number from 8 to 3650',
    description:
      'How long after its programme a viewer’s recording is deleted. Viewers are told a week before, and a recording is ' +
      'never deleted sooner than a week after that, also when this becomes less. How many hours a viewer may have is a ' +
      'field of each tariff.',
  },
  EKRAN_RECORDING_TOTAL_HOURS: {
    schema: wholeNumber(0, 10_000_000),
    default: '5000',
    unit: 'hours',
    accepts: 'a whole number from 0 to 10000000',
    description:
      'How many hours of programmes are stored for recordings of all viewers together. A programme counts once, however ' +
      'many viewers keep it. New recordings are refused above it, and while the disk leaves a channel less than a day of ' +
      'archive. 0: no new recordings.',
  },
} as const
