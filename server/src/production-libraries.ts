/**
 * Makes libraries load their production builds unless the environment asks for others: React renders pages several times faster
 * without its checks for developers. Import it before anything that imports React.
 */
process.env.NODE_ENV ??= 'production';
