import type { ReactNode, RefObject } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { useText } from '#console/session/text.ts'
import { Icon, type IconName } from './icons.tsx'
import { classes } from './classes.ts'
import styles from './button.module.css'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  /** Its act is under way. */
  readonly isPending?: boolean
  /** `primary`: the one main act of a view. `quiet`: without a frame. */
  readonly look?: Look
  readonly icon?: IconName
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** A button with a text. While `isPending` it keeps its place and focus, and cannot be pressed again. */
export function Button({
  look = 'plain',
  icon,
  isWide = false,
  isPending = false,
  children,
  ...rest
}: ButtonProps) {
  const t = useText()
  // React Aria's own `isPending` announces an element that may be gone before it is read.
  const waiting = isPending
    ? {
        type: 'button' as const,
        onPress: () => undefined,
        'data-pending': true,
        'aria-disabled': true as const,
      }
    : {}
  return (
    <AriaButton
      {...rest}
      {...waiting}
      className={classes(styles['button'], styles[look], isWide && styles['wide'])}
    >
      {icon === undefined ? null : <Icon name={icon} size={18} />}
      <span className={styles['label']}>{children}</span>
      {isPending ? <span className={styles['busy']} role="img" aria-label={t('common.loading')} /> : null}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly icon: IconName
  /** Its name for screen readers and as a tooltip. */
  readonly label: string
  readonly ref?: RefObject<HTMLButtonElement | null>
}

/** A button with an icon only. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={classes(styles['button'], styles['square'])}>
      <Icon name={icon} />
    </AriaButton>
  )
}
