/** Calls about devices whose profile has limits. Data of a test (CARE-03). */
import type { WhyCase } from './cases.ts'

export const profileCases: readonly WhyCase[] = [
  {
    ...{ name: 'a child and a film that nobody rated', profile: 'child', item: { film: 'film' } },
    ...{ reason: 'profile_age', age: 16, refused: 'title_not_found' },
  },
  {
    ...{ name: 'a child and the archive', profile: 'child', item: { archive: 'paid', hoursAgo: 3 } },
    ...{ reason: 'profile_age', age: 16, refused: 'programme_not_found' },
  },
  {
    ...{ name: 'a child and a film without a tariff', profile: 'child', account: 'none' },
    ...{
      item: { film: 'kinofilm' },
      reason: 'profile_age',
      age: 16,
      also: ['right'],
      refused: 'title_not_found',
    },
  },
  {
    ...{ name: 'a profile that shows locked what is above it', profile: 'asks', item: { live: 'paid' } },
    ...{ reason: 'profile_age', age: 16, refused: 'above_age_limit' },
  },
  {
    ...{ name: 'a channel that is not chosen', profile: 'chosen', item: { live: 'social' } },
    ...{ reason: 'profile_channel', refused: 'channel_not_found' },
  },
  { name: 'a channel that is chosen', profile: 'chosen', item: { live: 'paid' }, reason: 'nothing' },
  {
    ...{ name: 'a profile outside its hours', profile: 'night', item: { live: 'paid' } },
    reason: 'profile_hours',
  },
  {
    ...{ name: 'a profile outside its hours, and a blackout', profile: 'night', item: { live: 'dark' } },
    ...{ reason: 'profile_hours', also: ['blackout'] },
  },
  {
    ...{ name: 'a profile that has watched enough', profile: 'watched', item: { film: 'film' } },
    ...{ reason: 'profile_minutes', minutes: 30 },
  },
  {
    ...{ name: 'a profile that was removed', profile: 'removed', item: { live: 'paid' } },
    reason: 'profile_gone',
  },
  {
    ...{ name: 'a profile that was removed, and a film for children', profile: 'removed' },
    ...{ item: { film: 'kids' }, reason: 'profile_gone' },
  },
]
