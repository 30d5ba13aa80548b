import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('pages/site-layout.tsx', [
    index('pages/library.tsx', { id: 'home' }),
    route('experiences', 'pages/library.tsx'),
    route('categories', 'pages/categories.tsx'),
    route('categories/:categoryId/subcategories', 'pages/subcategories.tsx'),
    route('join', 'pages/join.tsx'),
    route('login', 'pages/login.tsx'),
    route('auth/callback', 'pages/auth-callback.tsx'),
    route('auth/error', 'pages/auth-error.tsx'),
    route('verify-email', 'pages/verify-email.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
  route('experiences/vr/:slug', 'pages/experience.tsx'),
  route('vr360/:legacyId', 'pages/legacy.tsx'),
  route('dashboard', 'pages/dashboard.ts'),
] satisfies RouteConfig;
