/** Joins what gives addresses that play: the calls of our own players, and the door for others. */
import type { Ground } from '#server/ground.ts'
import type { Rooms } from '#server/open-rooms.ts'
import { downloadRoutes } from '#server/downloads/downloads.ts'
import { createExportDoor, exportRoutes, openExportAddresses } from '#server/export/export.ts'
import { playbackRoutes, type PlaybackNeeds } from '#server/playback/playback.ts'
import type { BoundCall, Call } from '#server/platform/http/bind-contract.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { streamRoutes } from '#server/streams/streams.ts'

/** Another player never asks for its next address: it may play for an evening with one. */
const otherPlayersTicketSec = 6 * 3600

function needsOf({ clock, secrets, settings }: Ground, rooms: Rooms, ticketSec: number): PlaybackNeeds {
  const { entitlement, television, catalogue, engine, streams } = rooms
  return {
    entitlement,
    television,
    catalogue,
    engine,
    streams,
    streamWords: rooms,
    clock,
    ticketSecret: secrets.ticketSecrets[0] ?? '',
    ticketSec,
    mediaOrigin: '',
    encryptsFilms: settings.EKRAN_ENCRYPT,
  }
}

export function playbackCalls(
  ground: Ground,
  rooms: Rooms,
  region: (call: Call) => 'inside' | 'outside',
): readonly BoundCall[] {
  const needs = needsOf(ground, rooms, ground.settings.EKRAN_TICKET_SECONDS)
  return [
    ...streamRoutes(rooms.streams, rooms),
    ...playbackRoutes({ ...needs, region }),
    ...downloadRoutes({ ...rooms, db: ground.database.db, clock: ground.clock, playback: needs, region }),
    ...exportRoutes(addressesOf(ground, rooms)),
  ]
}

export function exportMount(ground: Ground, rooms: Rooms): Mount {
  const { clock, settings } = ground
  const handle = createExportDoor({
    addresses: addressesOf(ground, rooms),
    entitlement: rooms.entitlement,
    television: rooms.television,
    playback: needsOf(ground, rooms, otherPlayersTicketSec),
    clock,
    publicUrl: settings.EKRAN_PUBLIC_URL,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    regionOf: (address) => (rooms.region.isInside(address) ? 'inside' : 'outside'),
  })
  return { prefix: '/export/', handle }
}

function addressesOf({ clock, database, random }: Ground, { accounts, audit, streams }: Rooms) {
  return openExportAddresses({ db: database.db, clock, random, accounts, audit, streams })
}
