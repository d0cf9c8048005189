import type { ReactNode, RefObject } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Icon, type IconName } from './icons.tsx'
import { classes } from './classes.ts'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly isDangerous?: boolean
  /** One of several choices that is the current one. */
  readonly isChosen?: boolean
  readonly onAct: () => void
}

interface MenuProps {
  /** The button that opens it: `Button` or `IconButton`. */
  readonly trigger: ReactNode
  readonly label: string
  /** Above the entries. */
  readonly heading?: string
  readonly entries: readonly MenuEntry[]
}

/** A button with a menu. */
export function Menu({ trigger, ...content }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles['popover'] ?? ''} placement="bottom end">
        <Entries {...content} />
      </Popover>
    </MenuTrigger>
  )
}

interface OpenMenuProps extends Omit<MenuProps, 'trigger'> {
  /** The button beside which it is shown; the focus returns to it. */
  readonly trigger: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** A menu that is open, for a button that mounts it only then. */
export function OpenMenu({ trigger, onClose, ...content }: OpenMenuProps) {
  return (
    <Popover
      className={styles['popover'] ?? ''}
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Entries {...content} onClose={onClose} />
    </Popover>
  )
}

interface EntriesProps extends Omit<MenuProps, 'trigger'> {
  readonly onClose?: () => void
}

function Entries({ label, heading, entries, onClose }: EntriesProps) {
  const items = entries.map((entry) => (
    <MenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      onAction={entry.onAct}
      className={classes(styles['item'], entry.isDangerous && styles['dangerous'])}
    >
      {entry.icon === undefined ? null : <Icon name={entry.icon} size={18} />}
      <span className={styles['label']}>{entry.label}</span>
      {entry.isChosen ? <Icon name="check" size={18} /> : null}
    </MenuItem>
  ))
  return (
    <AriaMenu
      className={styles['menu'] ?? ''}
      aria-label={label}
      {...(onClose === undefined ? {} : { onClose, autoFocus: 'first' as const })}
    >
      {heading === undefined ? (
        items
      ) : (
        <MenuSection>
          <Header className={styles['heading'] ?? ''}>{heading}</Header>
          {items}
        </MenuSection>
      )}
    </AriaMenu>
  )
}
