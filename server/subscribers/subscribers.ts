/** The public API of subscribers: what the staff finds, reads and notes about them. */
export { type FoundBy, findAccounts, maxResults } from './find/find-subscribers.ts'
export { addNote, maxNote, type SubscriberNote } from './notes.ts'
export { readCard, type CardDeps, type SubscriberCard } from './card.ts'
export type { Standing, StandingKind } from './standing.ts'
export { readSummaries, type SubscriberSummary } from './summary.ts'
export { readTimeline, type TimelineEntry, timelineKinds, type TimelineKind } from './timeline.ts'
