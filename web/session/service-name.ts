import { serviceLook } from './first-page.ts'
import { useSession } from './session.ts'

/** The name of the service in the chosen language. */
export function useServiceName(): string {
  return serviceLook().name[useSession().language]
}

/** A name of the server, where the built-in one stands for the service's own. */
export function ownName(name: string, service: string): string {
  return name === 'Ekran' ? service : name
}
