/** Watching without an account. */
import { guestWatchings } from '#contract/form/guest-watching.ts'
import * as z from 'zod/mini'
import { wholeNumber } from './setting-forms.ts'

export const guestSettings = {
  EKRAN_GUEST_WATCHING: {
    schema: z.enum(guestWatchings),
    default: 'inside',
    accepts: 'all, inside or none',
    description:
      'Who watches free films and channels that are open to guests without logging in: everybody, clients inside the ' +
      'national network, or nobody. Contracts often bind rights to subscribers or to the country: `all` only where yours ' +
      'do not. What is for adults (18+), closed by a blackout or bound to another territory stays closed to guests.',
  },
  EKRAN_GUEST_STREAMS: {
    schema: wholeNumber(1, 100_000),
    default: '60',
    unit: 'streams',
    accepts: 'a whole number from 1 to 100000',
    description:
      'How many guests of one network (an IPv4 address, the /64 of an IPv6 one) watch at once; four times as many from its ' +
      '/56, sixteen times as many from its /48. Providers put many homes behind one address: when it is full, guests ' +
      'there are shown that they can log in.',
  },
  EKRAN_SHARED_MOMENTS: {
    schema: z.enum(guestWatchings),
    default: 'inside',
    accepts: 'all, inside or none',
    description:
      'For whom a link to a moment plays a minute of a film or of a recorded programme, without an account and without a ' +
      'tariff: everybody, clients inside the national network, or nobody. What is for adults (18+) or closed by a blackout ' +
      'is never shown.',
  },
}
