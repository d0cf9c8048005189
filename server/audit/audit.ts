/** The public API of audit: security events, written once and never changed. */
export { auditWorkers } from './audit-jobs.ts'
export { checkChain } from './check-chain.ts'
export { readHeads } from './stored-heads.ts'
export { type WrittenEvent, lastChanges, listEvents } from './list-events.ts'
export { type Audit, auditKey, rotateKey, openAudit } from './open-audit.ts'
export { type RecordIn, recordedAct } from './recorded-act.ts'
export type { SecurityEvent } from './security-event.ts'
export { canonicalJson } from './change.ts'
