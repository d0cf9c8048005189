/** The settings for archives of channels' providers. */
import { wholeNumber } from './setting-forms.ts'

export const catchupSettings = {
  EKRAN_CATCHUP_CONNECTIONS: {
    schema: wholeNumber(1, 100),
    default: '4',
    accepts: 'a whole number from 1 to 100',
    description:
      'How many connections to one provider (one host) may read its own archive at once, for all channels and viewers: ' +
      'viewers of one programme at nearby moments share one. Set what your account at the provider allows, less the ' +
      'connections that record live channels.',
  },
  EKRAN_CATCHUP_GB: {
    schema: wholeNumber(1, 10_000),
    default: '4',
    unit: 'GB',
    accepts: 'a whole number from 1 to 10000',
    description:
      'Disk space for what providers’ archives have sent, in the data folder; what was used longest ago is deleted first.',
  },
}
