import { serviceLook } from './first-page.ts'
import { useSession } from './session.ts'

/** The name of the service in the chosen language. */
export function useServiceName(): string {
  return serviceLook().name[useSession().language]
}
