/** Why a source sends nothing, as text without its address (system messages would contain it). */
import { withoutAddresses } from '#media/recorder/health/health-history.ts'

const reasonByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the source ended',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved',
  ABORT_ERR: 'it does not answer',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
}

export function whyUnreachable(error: NodeJS.ErrnoException): string {
  const { code = '' } = error
  const reason = reasonByCode[code]
  if (reason !== undefined) return reason
  return code === '' ? withoutAddresses(error.message) : `the connection failed (${code})`
}
