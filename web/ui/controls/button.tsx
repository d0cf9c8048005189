import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './button.module.css'

interface Look {
  /** `primary` is the one saffron action of a screen; `secondary` everything else; `quiet` a text with a target. */
  readonly variant?: 'primary' | 'secondary' | 'quiet'
  readonly size?: 'm' | 'l'
  readonly icon?: IconName
  readonly wide?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
}
type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look>

function look({ variant = 'secondary', size = 'm', wide = false, className }: Look) {
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}

function Inside({ icon, children }: Pick<Look, 'icon' | 'children'>) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} size={20} className={styles.icon} />}
      <span>{children}</span>
    </>
  )
}

/** A button that does something here. */
export function Button({ variant, size, icon, wide, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ ...lookOf({ variant, size, wide }), className, children })}
    >
      <Inside {...(icon === undefined ? {} : { icon })}>{children}</Inside>
    </button>
  )
}

interface LinkProps extends Look {
  readonly to: string
  readonly state?: unknown
  /** Takes the place of this page in the history. */
  readonly replace?: boolean
}

/** Looks like a button, leads somewhere. */
export function ButtonLink({ to, state, replace, icon, children, ...rest }: LinkProps) {
  return (
    <Link
      to={to}
      state={state}
      {...(replace === undefined ? {} : { replace })}
      className={look({ ...rest, children })}
    >
      <Inside {...(icon === undefined ? {} : { icon })}>{children}</Inside>
    </Link>
  )
}

interface LookProps {
  variant: Look['variant'] | undefined
  size: Look['size'] | undefined
  wide: boolean | undefined
}

function lookOf({ variant, size, wide }: LookProps) {
  return {
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(wide === undefined ? {} : { wide }),
  }
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName
  /** What it does, read aloud and shown on hover. */
  readonly label: string
  readonly size?: number
}

/** A round button of 48 pixels with an icon alone. */
export function IconButton({ icon, label, size = 24, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classes(styles.iconButton, className)}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}
