/** Joins what gives addresses that play: the calls of our own players, and the door for others. */
import type { AppContext } from './app-context.ts'
import type { Modules } from './create-modules.ts'
import { downloadRoutes } from '#server/downloads/downloads.ts'
import { createExportDoor, exportRoutes, openExportAddresses } from '#server/export/export.ts'
import { playbackRoutes, type PlaybackDeps } from '#server/playback/playback.ts'
import type { BoundCall, Call } from '#server/platform/http/bind-contract.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { streamRoutes } from '#server/streams/streams.ts'

/** Another player never asks for its next address: it may play for an evening with one. */
const otherPlayersTicketSec = 6 * 3600

function needsOf(
  { clock, secrets, settings }: AppContext,
  modules: Modules,
  ticketSec: number,
): PlaybackDeps {
  const { entitlement, television, catalogue, engine, streams } = modules
  return {
    entitlement,
    television,
    catalogue,
    engine,
    streams,
    streamWords: modules,
    clock,
    ticketSecret: secrets.ticketSecrets[0] ?? '',
    ticketSec,
    mediaOrigin: '',
    encryptsFilms: settings.EKRAN_ENCRYPT,
  }
}

export function playbackCalls(
  context: AppContext,
  modules: Modules,
  region: (call: Call) => 'inside' | 'outside',
): readonly BoundCall[] {
  const deps = needsOf(context, modules, context.settings.EKRAN_TICKET_SECONDS)
  return [
    ...streamRoutes(modules.streams, modules),
    ...playbackRoutes({ ...deps, region }),
    ...downloadRoutes({ ...modules, db: context.database.db, clock: context.clock, playback: deps, region }),
    ...exportRoutes(addressesOf(context, modules)),
  ]
}

export function exportMount(context: AppContext, modules: Modules): Mount {
  const { clock, settings } = context
  const handle = createExportDoor({
    addresses: addressesOf(context, modules),
    entitlement: modules.entitlement,
    television: modules.television,
    playback: needsOf(context, modules, otherPlayersTicketSec),
    clock,
    publicUrl: settings.EKRAN_PUBLIC_URL,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    regionOf: (address) => (modules.region.isInside(address) ? 'inside' : 'outside'),
  })
  return { prefix: '/export/', handle }
}

function addressesOf({ clock, database, random }: AppContext, { accounts, audit, streams }: Modules) {
  return openExportAddresses({ db: database.db, clock, random, accounts, audit, streams })
}
