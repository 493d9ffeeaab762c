import type { View } from './service/view.ts'

/** All views in the order of the navigation; the first one opens by default. */
export const VIEWS: readonly View[] = [
  {
    path: '/search',
    title: 'Search',
    icon: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
    load: async () => (await import('./views/search/search.tsx')).SearchView,
  },
  {
    path: '/homes/:zpid',
    title: 'Home',
    load: async () => (await import('./views/home/home.tsx')).HomeView,
  },
  {
    path: '/agents',
    title: 'Agents',
    load: async () => (await import('./views/agent/agent.tsx')).AgentView,
  },
  {
    path: '/owners',
    title: 'Owners',
    load: async () => (await import('./views/owners/owners.tsx')).OwnersView,
  },
  {
    path: '/compare',
    title: 'Compare',
    load: async () => (await import('./views/home/compare.tsx')).CompareView,
  },
  {
    path: '/changes',
    title: 'Changes',
    icon: 'M4 8h12l-3-3M20 16H8l3 3',
    load: async () => (await import('./views/changes/changes.tsx')).ChangesView,
  },
  {
    path: '/markets',
    title: 'Markets',
    icon: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7',
    load: async () => (await import('./views/markets/markets.tsx')).MarketsView,
  },
  {
    path: '/offers',
    title: 'Offers',
    icon: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
    load: async () => (await import('./views/offers/offers.tsx')).OffersView,
  },
  {
    path: '/experiences',
    title: 'Experiences',
    icon: 'M12 3l2.6 5.6 6 .7-4.5 4.1 1.2 6L12 16.4 6.7 19.4l1.2-6-4.5-4.1 6-.7z',
    load: async () => (await import('./views/experiences/experiences.tsx')).ExperiencesView,
  },
  {
    path: '/key',
    title: 'Key',
    icon: 'M8 11a4 4 0 1 0 0 .1M12 11h9v4M17 11v3',
    load: async () => (await import('./views/key/key.tsx')).KeyView,
  },
  {
    path: '/operator/:page?',
    title: 'Operator',
    icon: 'M4 5h16v10H4zM8 20h8M12 15v5',
    isForOperators: true,
    load: async () => (await import('./views/operator/operator.tsx')).OperatorView,
  },
]
