import { useLocation } from 'wouter'
import { consoleChannels } from '#contract/console/channels.ts'
import { consoleStaff } from '#contract/console/staff.ts'
import { staffLanguages } from '#contract/console/staff-fields.ts'
import { languageChoice, languageNames, themeChoice, themes } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { hasWords } from '#console/ui/fold-text.ts'
import type { IconName } from '#console/ui/icons.tsx'
import { usePages } from './pages.ts'
import { useSavedViews } from './saved-views.tsx'
import { themeIcons } from './preference-menus.tsx'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly about?: string
  readonly icon: IconName
  readonly run: () => void
}
export interface PaletteGroup {
  readonly name: string
  readonly entries: readonly PaletteEntry[]
}

/** More channels than fit into the palette are not listed: another letter leaves fewer. */
const maxChannels = 8

/**
 * What the palette finds for the person at the console: only what their role may see and do. Channels are looked for
 * when something is `typed`.
 */
export function usePaletteGroups(
  typed: string,
  acts: { readonly onHelp: () => void; readonly onLogOut: () => void },
): readonly PaletteGroup[] {
  const t = useText()
  const [, navigate] = useLocation()
  const may = useMay()
  const pages = usePages().map(({ path, name, icon }) => ({
    id: path,
    label: t(name),
    icon,
    run: () => navigate(path),
  }))
  const people = useCall(consoleStaff.list, {}, { isEnabled: may('staff', 'view') }).data?.staff ?? []
  const invite: readonly PaletteEntry[] = may('staff', 'act')
    ? [
        {
          id: 'invite',
          label: t('palette.invite'),
          icon: 'add',
          run: () => navigate('/staff/invite'),
        },
      ]
    : []
  const addChannel: readonly PaletteEntry[] = may('channels', 'edit')
    ? [
        {
          id: 'add-channel',
          label: t('palette.addChannel'),
          icon: 'add',
          run: () => navigate('/channels/new'),
        },
      ]
    : []
  return [
    { name: t('palette.pages'), entries: pages },
    { name: t('views.title'), entries: useViewEntries() },
    { name: t('palette.channels'), entries: useChannelEntries(typed) },
    { name: t('palette.acts'), entries: [...addChannel, ...invite, ...useActEntries(acts)] },
    {
      name: t('palette.people'),
      entries: people.map(({ staff_id: staffId, name, login }) => ({
        id: `staff-${staffId}`,
        label: name,
        about: login,
        icon: 'person' as const,
        run: () => navigate(`/staff/${staffId}`),
      })),
    },
  ].filter(({ entries }) => entries.length > 0)
}

function useChannelEntries(typed: string): readonly PaletteEntry[] {
  const [, navigate] = useLocation()
  const isSought = useMay()('channels', 'view') && typed.trim() !== ''
  const channels = useCall(consoleChannels.list, { deleted: 0 }, { isEnabled: isSought }).data?.channels ?? []
  if (!isSought) return []
  return channels
    .filter(({ number, name_ru: ru, name_uz: uz }) => hasWords(`${number} ${ru} ${uz}`, typed))
    .slice(0, maxChannels)
    .map(({ cid, number, name_ru: ru, name_uz: uz }) => ({
      id: `channel-${cid}`,
      label: `${number} ${ru}`,
      ...(uz === '' || uz === ru ? {} : { about: uz }),
      icon: 'screen' as const,
      run: () => navigate(`/channels/${cid}`),
    }))
}

function useViewEntries(): readonly PaletteEntry[] {
  const [, navigate] = useLocation()
  return useSavedViews().map(({ view_id: viewId, name, address }) => ({
    id: `view-${viewId}`,
    label: name,
    icon: 'star' as const,
    run: () => navigate(address),
  }))
}

function useActEntries({
  onHelp,
  onLogOut,
}: {
  readonly onHelp: () => void
  readonly onLogOut: () => void
}): readonly PaletteEntry[] {
  const t = useText()
  return [
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      label: t('palette.theme', { name: t(`theme.${theme}`) }),
      icon: themeIcons[theme],
      run: () => themeChoice.set(theme),
    })),
    ...staffLanguages.map((language) => ({
      id: `language-${language}`,
      label: t('palette.language', { name: languageNames[language] }),
      icon: 'globe' as const,
      run: () => languageChoice.set(language),
    })),
    { id: 'help', label: t('nav.shortcuts'), icon: 'keyboard', run: onHelp },
    { id: 'log-out', label: t('nav.logOut'), icon: 'out', run: onLogOut },
  ]
}
