import './icon.css'

/** Strokes on a 24 × 24 grid, drawn for this product. */
const PATHS = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  inspect:
    'M10.5 3.5h6a2 2 0 0 1 2 2V11M7 20.500H6.500a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2h4M15 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM18 18l3 3',
  sale: 'M4 5h2l2 11h10l2-8H7M9 20.500h.01M17 20.500h.01',
  capital: 'M3.5 6.500h17v11h-17zM12 14.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.5 9.500v5M17.5 9.500v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L21 21',
  copy: 'M8.5 8.500h11v11h-11zM15.5 8.500v-4h-11v11h4',
  check: 'M4.5 12.500l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  up: 'M6 15l6-6 6 6',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.300L20 9.400M20 4.500v5h-5',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  sun: 'M12 16.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2M12 20v2M4.9 4.900l1.4 1.400M17.7 17.700l1.4 1.400M2 12h2M20 12h2M4.9 19.100l1.4-1.400M17.7 6.300l1.4-1.4',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z',
  screen: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  exit: 'M14 4.500H5.500v15H14M10 12h10.500M17 8.500l3.5 3.5-3.5 3.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  person: 'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500a7.5 7.5 0 0 1 15 0',
  shop: 'M4.5 10v10h15V10M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM10 20v-5h4v5',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7.5 8v8M10.5 8v8M13.5 8v8M16.5 8v8',
  bag: 'M5 8h14l1 12.500H4zM8.5 8V6.500a3.5 3.5 0 0 1 7 0V8',
  camera: 'M3.5 7.500h4l1.5-2.500h6l1.5 2.500h4v12h-17zM12 16.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  truck:
    'M2.5 6h11.500v10.500h-11.500zM14 9.500h4l3.5 3.500v3.500H14M6.5 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  print: 'M7 9V3.500h10V9M7 17H4V9h16v8h-3M7 14h10v6.500H7z',
  edit: 'M4 20l1-4.500L16.5 4 20 7.5 8.5 19z',
  trash: 'M4.5 6.500h15M9 6.500V4h6v2.500M6.5 6.500l1 14h9l1-14M10 10.500v6M14 10.500v6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  alert: 'M12 3.500l9.5 17h-19zM12 10v5M12 18h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7.500h.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.500l3.5 2',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  upload: 'M12 16V4.500M7.5 9L12 4.5 16.5 9M4.5 15v4.500h15V15',
  download: 'M12 4.500V16M7.5 11.500L12 16l4.5-4.500M4.5 15v4.500h15V15',
  list: 'M8.5 6.500H20M8.5 12H20M8.5 17.500H20M4 6.500h.01M4 12h.01M4 17.500h.01',
  tag: 'M4 4h8l8.5 8.5-8 8L4 12zM8.5 8.500h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-.7.3-1 .9-1 1.700v.5M12 17h.01',
  zoomIn: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L21 21M7.5 10.500h6M10.5 7.500v6',
  zoomOut: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L21 21M7.5 10.500h6',
} as const

export type IconName = keyof typeof PATHS

/** A line icon in the colour and size of the text around it. It says nothing by itself: the label stands beside it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
