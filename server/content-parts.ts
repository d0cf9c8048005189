/** What viewers watch, and the modules that read all of it. */
import { inLanguage, nameOf, openCatalogue, type LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { openPlayCollector } from '#server/monitoring/monitoring.ts'
import type { PictureKind } from '#server/pictures/pictures.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { openSearch, type Search } from '#server/search/search.ts'
import { openTelevision, type LiveTelevision } from '#server/television/television.ts'
import type { Modules } from '#server/api/api.ts'

/** Catalogue and television without anybody's limits. */
export interface WholeContent {
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
}

export async function openWholeContent({
  jobDatabase: { db },
  reads,
  clock,
}: Pick<AppContext, 'jobDatabase' | 'reads' | 'clock'>): Promise<WholeContent> {
  return {
    catalogue: await openCatalogue(db, clock, reads),
    television: await openTelevision(db, clock, reads),
  }
}

/** Only the process that serves requests needs an index. */
export function searchOf(context: AppContext, { catalogue, television }: WholeContent): Search {
  const { log } = context
  const onBuilt = () => context.dropCachedResponses('search.')
  const search = openSearch({ catalogue, television, log, onBuilt })
  if (context.runs.has('api')) search.start()
  return search
}

export function playsOf(
  context: AppContext,
  { networks }: Pick<Modules, 'networks'>,
  catalogue: LiveCatalogue,
  television: LiveTelevision,
) {
  return openPlayCollector({ ...context, db: context.jobDatabase.db, catalogue, television, networks })
}

export function nameOfPicture(
  kind: PictureKind,
  id: number,
  { catalogue, television }: WholeContent,
): string | undefined {
  if (kind === 'logo') {
    const channel = television.now().channel(id)
    return channel === undefined ? undefined : inLanguage(channel.name, 'ru')
  }
  if (kind !== 'poster' && kind !== 'backdrop') return undefined
  const title = catalogue.now().anyTitle(id)
  return title === undefined ? undefined : nameOf(title, 'ru')
}
