/** The public API of the router: what a screen knows of the place it is shown at, and how it leads to another. */
export {
  Navigate,
  useIsWaiting,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from './hooks.ts'
export { Link, NavLink } from './link.tsx'
export { Outlet } from './shown-place.tsx'
