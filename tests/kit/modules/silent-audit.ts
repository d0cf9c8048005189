import type { Audit } from '#server/audit/audit.ts'

/** An audit that writes nothing, where the entries are not what is tested. */
export const silentAudit: Audit = {
  record: async () => undefined,
  recordIn: async () => undefined,
  erase: async () => undefined,
  close: async () => undefined,
}
