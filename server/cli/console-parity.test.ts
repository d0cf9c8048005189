/** What the console can change, the command line can, and the other way round. */
import { describe, expect, it } from 'vitest'
import { consoleApi } from '#contract/console/console-api.ts'
import { loadCommands } from './command-list.ts'

/** Acts of the console by endpoint, each with the commands that do the same. */
const commandsOf: Readonly<Record<string, readonly string[]>> = {
  'consoleApps.setRelease': ['releases set'],
  'consoleApps.addSwitch': ['releases switch add'],
  'consoleApps.removeSwitch': ['releases switch remove'],
  'consoleChanges.undo': ['changes undo'],
  'consoleSubscribers.note': ['subscribers note'],
  'consoleBanners.undo': ['changes undo'],
  'consoleNews.undo': ['changes undo'],
  'consoleNews.save': ['news import'],
  'consoleNews.picture': ['news import'],
  'consoleNews.remove': ['news remove'],
  'consoleBlackouts.preview': ['blackouts add'],
  'consoleBlackouts.save': ['blackouts add', 'blackouts change'],
  'consoleBlackouts.end': ['blackouts end'],
  'consoleBlackouts.remove': ['blackouts remove'],
  'consoleNotices.save': ['works add', 'works change'],
  'consoleNotices.end': ['works end'],
  'consoleNotices.remove': ['works remove'],
  'consoleNotices.undo': ['changes undo'],
  'consolePages.save': ['pages save', 'pages import', 'pages restore'],
  'consolePages.remove': ['pages remove', 'pages reset'],
  'consolePages.preview': ['pages show'],
  'consoleChannels.edit': [
    ...['channels rename', 'channels number', 'channels hide', 'channels show', 'channels recording'],
    'channels logo',
    'channels kind',
  ],
  'consoleChannels.move': ['channels move'],
  'consoleChannels.picture': ['channels logo'],
  'consoleChannels.fetchPicture': ['channels logo'],
  'consoleChannels.release': ['channels rename'],
  'consoleChannels.remove': ['channels delete'],
  'consoleChannels.restore': ['channels restore'],
  'consoleChannels.merge': ['channels merge'],
  'consoleChannels.add': ['channels add'],
  'consoleChannels.addSource': ['channels add-source'],
  'consoleChannels.examineSource': ['channels examine'],
  'consoleChannels.moveSource': ['channels move-source'],
  'consoleChannels.previewCatchup': ['channels catchup'],
  'consoleChannels.saveCatchup': ['channels catchup'],
  'consoleChannels.removeSource': ['channels remove-source'],
  'consoleChannels.saveCategory': ['channels categories'],
  'consoleChannels.orderCategories': ['channels categories'],
  'consoleChannels.removeCategory': ['channels categories'],
  'consoleAlarms.acknowledge': ['alarms ack'],
  'consoleAlarms.mute': ['alarms mute'],
  'consoleAlarms.unmute': ['alarms unmute'],
  'consoleAlarms.note': ['alarms note'],
  'consoleAlarms.muteChannel': ['alarms mute'],
  'consoleAlarms.unmuteChannel': ['alarms unmute'],
  'consoleAlarms.saveRule': ['alarms rules save'],
  'consoleAlarms.removeRule': ['alarms rules remove'],
  'consoleAlarms.saveTarget': ['alarms targets add'],
  'consoleAlarms.removeTarget': ['alarms targets remove'],
  'consoleAlarms.testTarget': ['alarms test'],
  'consoleFilms.save': ['films edit'],
  'consoleFilms.edit': ['films edit', 'titles hide', 'titles show'],
  'consoleFilms.addGenre': ['films genre'],
  'consoleFilms.release': ['films release'],
  'consoleFilms.remove': ['films delete'],
  'consoleFilms.picture': ['films edit'],
  'consoleEpisodes.move': ['films episodes move'],
  'consoleEpisodes.reset': ['films episodes reset'],
  'consoleEpisodes.save': ['films episodes edit'],
  'consoleEpisodes.release': ['films episodes edit'],
  'consoleEpisodes.windows': ['films episodes windows', 'films seasons windows'],
  'consoleEpisodes.hide': ['films episodes hide', 'films episodes show'],
  'consoleFilmMedia.saveMarks': ['films marks'],
  'consoleFilmMedia.frame': ['films edit'],
  'consoleFilms.undo': ['changes undo'],
  'consolePeople.save': ['people edit'],
  'consolePeople.merge': ['people merge'],
  'consolePeople.picture': ['people edit'],
  'consolePeople.undo': ['changes undo'],
  'consoleQueue.retry': ['films queue retry'],
  'consoleQueue.move': ['films queue move'],
  'consoleQueue.pause': ['films queue pause'],
  'consoleQueue.resume': ['films queue continue'],
  'consoleQueue.remove': ['films queue remove'],
  'consoleQueue.pauseAll': ['films queue pause'],
  'consoleQueue.resumeAll': ['films queue continue'],
  'consoleFolders.look': ['films folder look', 'import films'],
  'consoleFolders.again': ['films folder look'],
  'consoleFolders.correct': ['films naming set'],
  'consoleFolders.rule': ['films naming set'],
  'consoleFolders.forget': ['films naming remove'],
  'consoleFolders.apply': ['films folder apply'],
  'consoleFolders.discard': ['films folder discard'],
  'consoleGuide.addSource': ['guide add'],
  'consoleGuide.readSource': ['guide refresh', 'guide accept'],
  'consoleGuide.removeSource': ['guide remove'],
  'consoleGuide.confirm': ['guide confirm'],
  'consoleGuide.reject': ['guide reject'],
  'consoleGuide.forget': ['guide forget'],
  'consoleGenres.set': ['guide genres set'],
  'consoleGenres.remove': ['guide genres remove'],
  'consoleGuideDrafts.start': ['import guide'],
  'consoleGuideDrafts.append': ['import guide'],
  'consoleGuideDrafts.fetch': ['import guide'],
  'consoleGuideDrafts.check': ['import guide'],
  'consoleGuideDrafts.apply': ['imports apply'],
  'consoleGuideDrafts.discard': ['imports discard'],
  'consoleHome.save': ['home add', 'home change'],
  'consoleHome.order': ['home move'],
  'consoleHome.hide': ['home hide', 'home show-rail'],
  'consoleHome.remove': ['home delete'],
  'consoleHome.reset': ['home reset'],
  'consoleCollections.save': ['collections add', 'collections change'],
  'consoleCollections.order': ['collections change'],
  'consoleCollections.hide': ['collections change'],
  'consoleCollections.remove': ['collections delete'],
  'consoleImports.start': ['import channels'],
  'consoleImports.append': ['import channels'],
  'consoleImports.fetch': ['lists add'],
  'consoleImports.check': ['import channels'],
  'consoleImports.mapGroups': ['channels groups'],
  'consoleImports.forgetGroup': ['channels groups'],
  'consoleImports.apply': ['imports apply'],
  'consoleImports.discard': ['imports discard'],
  'consoleChannelTables.start': ['channels import-table'],
  'consoleChannelTables.append': ['channels import-table'],
  'consoleChannelTables.check': ['channels import-table'],
  'consoleChannelTables.apply': ['channels import-table', 'tables apply'],
  'consoleChannelTables.discard': ['tables discard'],
  'consoleFilmTables.start': ['films import-table'],
  'consoleFilmTables.append': ['films import-table'],
  'consoleFilmTables.check': ['films import-table'],
  'consoleFilmTables.apply': ['films import-table', 'tables apply'],
  'consoleFilmTables.discard': ['tables discard'],
  'consoleEpisodeTables.start': ['films episodes import-table'],
  'consoleEpisodeTables.append': ['films episodes import-table'],
  'consoleEpisodeTables.check': ['films episodes import-table'],
  'consoleEpisodeTables.apply': ['films episodes import-table', 'tables apply'],
  'consoleEpisodeTables.discard': ['tables discard'],
  'consolePeopleTables.start': ['people import-table'],
  'consolePeopleTables.append': ['people import-table'],
  'consolePeopleTables.check': ['people import-table'],
  'consolePeopleTables.apply': ['people import-table', 'tables apply'],
  'consolePeopleTables.discard': ['tables discard'],
  'consoleFilmGenreTables.start': ['films genres import-table'],
  'consoleFilmGenreTables.append': ['films genres import-table'],
  'consoleFilmGenreTables.check': ['films genres import-table'],
  'consoleFilmGenreTables.apply': ['films genres import-table', 'tables apply'],
  'consoleFilmGenreTables.discard': ['tables discard'],
  'consoleMatchTables.start': ['guide matches import-table'],
  'consoleMatchTables.append': ['guide matches import-table'],
  'consoleMatchTables.check': ['guide matches import-table'],
  'consoleMatchTables.apply': ['guide matches import-table', 'tables apply'],
  'consoleMatchTables.discard': ['tables discard'],
  'consoleCollectionTables.start': ['collections import-table'],
  'consoleCollectionTables.append': ['collections import-table'],
  'consoleCollectionTables.check': ['collections import-table'],
  'consoleCollectionTables.apply': ['collections import-table', 'tables apply'],
  'consoleCollectionTables.discard': ['tables discard'],
  'consoleLogos.start': ['channels logos'],
  'consoleLogos.append': ['channels logos'],
  'consoleLogos.read': ['channels logos'],
  'consoleLogos.assign': ['channels logo'],
  'consoleLogos.apply': ['channels logos'],
  'consoleLogos.discard': ['channels logos'],
  'consoleLists.add': ['lists add'],
  'consoleLists.change': ['lists change'],
  'consoleLists.refresh': ['lists refresh'],
  'consoleLists.remove': ['lists remove'],
  'consoleService.save': ['service set'],
  'consoleService.picture': ['service set'],
  'consoleService.firstTariff': ['tariffs put'],
  'consoleService.removeDemo': ['demo remove'],
  'consoleService.endFirstRun': ['service end-first-run'],
  'consoleService.undo': ['changes undo'],
  'consoleTimeline.add': ['guide programmes add'],
  'consoleTimeline.change': ['guide programmes change', 'guide programmes hide', 'guide programmes show'],
  'consoleTimeline.shift': ['guide programmes shift'],
  'consoleTimeline.release': ['guide programmes release'],
  'consoleTrials.make': ['trials make'],
  'consoleTrials.remove': ['trials remove'],
  'consoleTimeline.undo': ['changes undo'],
  'consoleStaff.invite': ['staff invite'],
  'consoleStaff.revokeInvitation': ['staff block'],
  'consoleStaff.changeRole': ['staff role'],
  'consoleStaff.block': ['staff block'],
  'consoleStaff.unblock': ['staff unblock'],
  'consoleStaff.resetFactor': ['staff reset-factor'],
  'consoleStaff.resetPassword': ['staff reset-password'],
  'consoleStaff.endSessions': ['staff sessions'],
}

/**
 * What belongs to the person at the browser. An upload (`upload-mount.ts`) is no endpoint of this table: on the machine
 * itself the file is copied, and `import films` does the rest.
 */
const ofThePerson = ['consoleEntry', 'consoleOwn']

/** No command does it yet. */
const withoutCommand = [
  'consoleBanners.save',
  'consoleBanners.order',
  'consoleBanners.remove',
  'consoleBanners.picture',
]

/** What is done at the command line only so far, by the first word. */
const withoutScreen = [
  ...['accounts', 'archive', 'backup', 'cinemas', 'complaints', 'dealers', 'ledger', 'linear', 'network'],
  ...['notify', 'payments', 'promo', 'quiet', 'restore', 'secrets', 'tariffs', 'titles'],
  'films',
]
const commandsWithoutScreen = ['channels alias']
/** What only looks; the console has it on its pages. */
const looks =
  /^(?:audit \w+|status|alarms (?:list|show|rules|targets)|blackouts (?:list|show)|changes (?:list|show)|channels (?:sources|health)|guide (?:list|matching|programmes|genres list)|releases (?:show|reports|switch list)|lists list|imports (?:list|show)|tables (?:list|show)|trials list|(?:channels|films|collections|people|guide matches) export|staff list|subscribers find|news list|works list|pages (?:list|versions)|service show|films (?:list|show|queue)|people list|home show|collections (?:list|titles))$/

const acts = Object.entries(consoleApi).flatMap(([subject, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { method }]) => method === 'POST')
    .map(([name]) => `${subject}.${name}`),
)

describe('an act of the console', () => {
  it('has a command that does the same, or is listed as one without', () => {
    const open = acts.filter((act) => !ofThePerson.includes(act.split('.')[0] ?? ''))
    expect(open.filter((act) => !(act in commandsOf)).toSorted()).toEqual(withoutCommand.toSorted())
    expect(Object.keys(commandsOf).filter((act) => !acts.includes(act))).toEqual([])
  })

  it('names commands that exist', async () => {
    const existing = new Set((await loadCommands()).map(({ name }) => name))
    expect([...new Set(Object.values(commandsOf).flat())].filter((name) => !existing.has(name))).toEqual([])
  })
})

describe('a command', () => {
  it('has an act of the console that does the same, only looks, or is listed as one without', async () => {
    const done = new Set(Object.values(commandsOf).flat())
    const others = (await loadCommands())
      .map(({ name }) => name)
      .filter((name) => !done.has(name) && !looks.test(name))
    const isListed = (name: string) =>
      withoutScreen.includes(name.split(' ')[0] ?? '') || commandsWithoutScreen.includes(name)
    expect(others.filter((name) => !isListed(name))).toEqual([])
    const firstWords = new Set(others.map((name) => name.split(' ')[0]))
    expect(withoutScreen.filter((word) => !firstWords.has(word))).toEqual([])
  })
})
