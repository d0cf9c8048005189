/** The public API of subscribers: what the staff finds, reads and notes about them. */
export { findAccounts, maxResults } from './find/find-subscribers.ts'
export { addNote, maxNote } from './notes.ts'
export { readCard, type CardDeps, type SubscriberCard } from './card.ts'
export { readSummaries, type SubscriberSummary } from './summary.ts'
export { readTimeline, type TimelineEntry } from './timeline.ts'
