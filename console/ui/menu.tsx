import type { ReactNode } from 'react'
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
export function Menu({ trigger, label, heading, entries }: MenuProps) {
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
    <MenuTrigger>
      {trigger}
      <Popover className={styles['popover'] ?? ''} placement="bottom end">
        <AriaMenu className={styles['menu'] ?? ''} aria-label={label}>
          {heading === undefined ? (
            items
          ) : (
            <MenuSection>
              <Header className={styles['heading'] ?? ''}>{heading}</Header>
              {items}
            </MenuSection>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
