/** What stands behind an error of AVPlay: it names few causes, and its address tells more. */
import { ownFault, type EngineFault } from '#player/core/state/playback-failure.ts'
import { diagnoseAddress } from '#player/engines/native-hls/check-address.ts'

const decodeErrors = ['PLAYER_ERROR_NOT_SUPPORTED_FILE', 'PLAYER_ERROR_NOT_SUPPORTED_FORMAT']

/** Never rejects; requests the address, with a time limit. */
export async function faultOf(url: string, errorName: string): Promise<EngineFault> {
  return decodeErrors.includes(errorName) ? ownFault('cannot_decode') : diagnoseAddress(url, 0)
}

/** AVPlay passes its errors as a name, or as an object with one. */
export function errorNameOf(error: unknown): string {
  if (typeof error === 'string') return error
  const { name } = (error ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : 'unknown'
}
