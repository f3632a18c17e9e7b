} // namespace
